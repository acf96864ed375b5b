/**
 * What of the dependencies nobody here uses, and no bundler finds out by itself, is not shipped. One list for each file: what is cut, and what
 * comes in its place, if anything must. Where a dependency looks otherwise than its list was written for, the build stops. All stays as long as
 * before, so that source maps hold.
 */

/** Reads of properties that nothing here has. The minifier drops what hangs on them. */
const unknown = (object, names) => [new RegExp(`(?<![.\\w])${object}\\.(${names})\\b`, 'g'), () => '0'];

/** Its log, which nobody turns on: it would show the token. All else of it stays as it is, since messages pass through. */
const SOCKET = {
  file: /reconnecting-websocket\.ts$/,
  cuts: [[/this\._debug\([^;]*?\);/g], [/^\t_debug\(.*?^\t\}$/ms]],
};

/** The one store here has a name. */
const STORE = {
  file: /idb-keyval\/dist\/index\.js$/,
  cuts: [[/ = defaultGetStore\(\)/g]],
};

const PREACT = {
  file: /preact\/dist\/preact\.mjs$/,
  cuts: [
    // HTML of strings: what searches the files for it (docs/RULES.md, A9) finds none.
    [/"dangerouslySetInnerHTML"==\w\?\w=\w:/g],
    [/(\w)\?\(.{1,80}\.innerHTML=\1\.__html\),\w\.__k=\[\]\):/],
    // Development tools and tests.
    unknown('\\w', 'vnode|event|__m'),
    [/&&(\w)==(\w)\.debounceRendering\|\|\(\(\1=\2\.debounceRendering\)\|\|queueMicrotask\)/, () => '||queueMicrotask'],
    // Components that are classes.
    unknown('\\w', 'getDerivedStateFromProps|getDerivedStateFromError|getSnapshotBeforeUpdate'),
    unknown('\\w', 'component(WillReceiveProps|WillUpdate|DidUpdate|WillMount|DidMount|DidCatch)'),
    [/(?<=(\w)=\(\w=\w\.prototype\)&&\w\.render,((?!\.diffed).)*)(?<![.=\w])\1(?=&&|\?)/g, () => '0'],
    [/\w=\(\w=\w\.prototype\)&&\w\.render,/],
    [
      /\(\w=\w\.contextType\)&&\w\[\w\.__c\],(\w=)\w\?\w\?\w\.props\.value:\w\.__:(\w),/,
      (_, to, own) => `0,${to}${own},`,
    ],
    // Suspense.
    unknown('\\w', 'then'),
    [/128&\w\.__u&&\(.{1,100}\|\|\w\),/],
    [/!\w&&\(\w=\w\.__c\)&&\(\w=\w\.__z\).{1,60}\(\w\)\),(?=\w\|\|)/],
    // Portals.
    unknown('\\w\\.props', '__P(?!!)'),
    [/(?<=try\{if\((\w)=\w\.props,.*)\b\1\.__P\b/g, () => '0'],
    // Formulas.
    [/"math"==\w\?\w="[^"]*MathML":/],
    [/\|\|"[^"]*MathML"==\w&&\w\.test\(\w\)/],
  ],
};

const HOOKS = {
  file: /preact\/hooks\/dist\/hooks\.mjs$/,
  cuts: [
    // Whatever stood in Preact's options before the hooks came: nothing.
    [/\w=\w\.__b,(\w=\w\.\w+,){4}\w=\w\.__;/, found => found.replace(/=[^,;]*/g, '')],
    // Development tools and tests.
    unknown('\\w', '__s'),
    [/\w\.__h&&\w\.__h\(\w,\w,\w\|\|\w\),/],
    [
      /1!=(\w)&&\w==\w\.requestAnimationFrame\|\|\(\(\w=\w\.requestAnimationFrame\)\|\|(\w)\)/,
      (_, length, later) => `1!=${length}||${later}`,
    ],
    // useId.
    [/\w&&\w\.__k&&\w\.__k\.__m&&\(\w\.__m=\w\.__k\.__m\),/],
  ],
};

const SIGNALS = {
  file: /signals-core\.module\.js$/,
  cuts: [
    [/\w\.prototype\.(brand|valueOf|toString|toJSON|dispose)=.*?;(?=\w\.prototype|function)/g],
    // What a signal may be made with besides its value, and models of several.
    [/this\.(W|Z|name)=null==\w\?void 0:\w\.\w+;?/g],
    [/else \w\(function\(\)\{var \w;null==\(\w=\w\.W\).*?\}\)/],
    [/if\(void 0===\w\)\w\(function\(\)\{var \w;null==\(\w=\w\.Z\).*?\}\)/],
    [/if\((\w)\)\1\.push\(this\)/],
  ],
};

const cutting = lists => ({
  name: 'natter-cuts',
  transform: {
    filter: { id: lists.map(({ file }) => file) },
    handler(code, id) {
      const { cuts } = lists.find(({ file }) => file.test(id));
      let rest = code;
      for (const [what, instead = () => ''] of cuts) {
        const before = rest;
        rest = rest.replace(what, (found, ...groups) => {
          const put = instead(found, ...groups);
          return put + found.slice(put.length).replace(/\S/g, ' ');
        });
        if (rest === before || rest.length !== code.length)
          throw new Error(`build/cuts.mjs: ${id} is another than before: ${what}`);
      }
      return { code: rest, map: null };
    },
  },
});

/** For the script tag's files, which bring all that they run on. */
export const CUTS = cutting([SOCKET, STORE, PREACT, HOOKS, SIGNALS]);

/** For bundlers, where Preact and signals are the page's own. */
export const CUTS_OF_MODULES = cutting([SOCKET, STORE]);

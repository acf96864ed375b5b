/**
 * Texts for the benches: a conversation of mixed messages, and a long reply in Markdown with a list of the passages that must be visible.
 */

const TALK = [
  ['user', 'Hello! Do you ship to Portugal?'],
  ['agent', 'Yes, we do. Parcels to **Portugal** take *three to five* working days.'],
  [
    'user',
    'And what does it cost? I have two lamps and a small table in my basket, and I would like them in one delivery.',
  ],
  [
    'agent',
    'That depends on the weight:\n\n- up to 5 kg: 9 euros\n- up to 20 kg: 19 euros\n- a table goes by **freight**, 39 euros\n\nSee [our rates](https://example.com/rates) for all of them.',
  ],
  ['user', 'hm ok'],
  ['agent', 'Shall I look up what your basket weighs? Your code is `BASKET-7731`.'],
  ['user', 'Can I ask for that from my own program?'],
  ['agent', 'Of course:\n\n```\nGET /baskets/7731\nAccept: application/json\n```\n\nThe answer has a field `grams`.'],
  ['user', 'Thanks, that was quick.'],
  ['agent', 'Gladly. Anything else?'],
];

/** Every message contains one, so that they can be counted afterwards. */
export const MARKER = '«\\d+»';
export const marker = number => `«${number}»`;

export function messages(first, count) {
  return Array.from({ length: count }, (_, place) => {
    const [from, text] = TALK[(first + place) % TALK.length];
    return { from, text: `${text} ${marker(first + place)}` };
  });
}

export const END = 'Here the reply ends.';

/** The source of each section, and the passages that a reader must see, in this order. */
const section = n => ({
  source: [
    `## Step ${n}`,
    `Open the **settings of part ${n}**, choose *Advanced* and check that \`limit_${n}\` is what you expect. If it is not, the [manual](https://example.com/m/${n}) says how to reset it, and why that is safe to do while others are at work.`,
    `- first the **name** ${n}\n- then the address\n- last the number`,
    `\`\`\`\nset part ${n}\nrun --all ${n}\n\`\`\``,
    `| Part | Weight |\n| --- | --- |\n| lamp ${n} | 12 |\n| shade ${n} | 7 |`,
  ].join('\n\n'),
  passages: [
    `Step ${n}`,
    `Open the settings of part ${n}, choose Advanced and check that limit_${n} is what you expect. If it is not, the manual says how to reset it, and why that is safe to do while others are at work.`,
    `first the name ${n}`,
    'then the address',
    'last the number',
    `set part ${n} run --all ${n}`,
    'Part',
    'Weight',
    `lamp ${n}`,
    '12',
    `shade ${n}`,
    '7',
  ],
  counts: { strong: 2, em: 1, code: 2, pre: 1, li: 3, table: 1 },
});

/** A reply of exactly `length` characters in `pieces` pieces. */
export function reply(length, pieces) {
  const sections = [];
  let source = '';
  for (let n = 1; ; n++) {
    const next = section(n);
    if (source.length + next.source.length + END.length + 4 > length) break;
    sections.push(next);
    source += `${next.source}\n\n`;
  }
  // The end must not be a space, which would be invisible.
  const filler = 'and so on '.repeat(length).slice(0, length - source.length - END.length - 1);
  source += `${filler} ${END}`;
  const size = length / pieces;
  const counts = { strong: 0, em: 0, code: 0, pre: 0, li: 0, table: 0 };
  for (const kind of Object.keys(counts)) {
    counts[kind] = sections.reduce((sum, each) => sum + each.counts[kind], 0);
  }
  return {
    pieces: Array.from({ length: pieces }, (_, place) => source.slice(place * size, (place + 1) * size)),
    passages: [...sections.flatMap(each => each.passages), filler, END],
    counts,
  };
}

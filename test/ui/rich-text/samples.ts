/** Texts as agents write them, for the tests that read one a character at a time. */

export const SAMPLES: readonly string[] = [
  'See **the bold words** and *the other ones*, or ***both*** and __more__ of _it_.',
  'A link to [the docs](https://acme.example/docs?a=1#b "Title") and ![a picture](https://acme.example/a.png) here.',
  'Write to help@acme.example or see https://acme.example/a_b_c, www.acme.example too.',
  'Run `npm start` or ``a ` b`` now.\nNext line  \nand one more\\\nend.',
  '# A **heading** here\n\nText below.\n\n## Another one ##\n- a\n- b',
  '1. First **one**\n2. Second\n   - inner *item*\n   - another\n\n     with a paragraph\n3. Third',
  '10. Ten\n11. Eleven\n\n* star\n* star two\n\n+ plus',
  '> A quote with *words*\n> on two lines\n>\n> > and an inner one\n\nAfter it.',
  'Before\n\n```js\nconst a = `x`;\n\n  if (a < 2) b();\n```\n\nAfter\n~~~\ncode\n~~~',
  '| Name | Price |\n|:-----|------:|\n| **Tea** | 2 € |\n| [Coffee](https://a.example/c) | 3 € |\n\nEnd.',
  'One\n\n---\n\nTwo\n\n***\n\nThree ~~gone~~ end.',
  'Tom &amp; Jerry &lt;3 &#8364; 5 AT&T and &nbsp; end.',
  '<p>Hello <b>bold</b> and <i>it</i></p><ul><li>One</li><li>Two <a href="https://a.example/x">link</a></li></ul><p>End</p>',
  'Line<br>break<br/>again <code>a*b*c</code> <strong>x</strong> <em>y</em> <div>shown</div>.',
  'Emoji 👩‍💻 and 🇬🇧 and 👍🏽 and 🙂 end.',
  'مرحبا **بك** في [المتجر](https://acme.example/) اليوم.\n\n- واحد\n- اثنان',
  '重点是**这个。**然后继续，**强调**文字。',
  'Escaped \\*stars\\* and \\[brackets\\] and 2 * 3 = 6, snake_case_name.',
  '- [x](https://a.example/) first\n\n- second `code`\n\n  ```\n  in item\n  ```\n- third',
];

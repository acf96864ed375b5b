/** The examples of the CommonMark specification that we read otherwise, and why. spec.test.ts holds both to be true. */

export const DEVIATIONS: readonly (readonly [reason: string, numbers: readonly number[]])[] = [
  [
    'Indentation makes no code, and hides no mark: in a chat it is an accident, or the depth of a list.',
    [
      1, 2, 3, 5, 6, 7, 8, 18, 36, 48, 49, 69, 70, 107, 111, 112, 114, 116, 117, 118, 134, 137, 225, 231, 236, 238, 252,
      253, 254, 257, 264, 270, 271, 272, 273, 274, 278, 286, 287, 288, 289, 290, 312, 313,
    ],
  ],
  [
    'Tags that we know are elements wherever they stand, and not shown; every other tag is text, in which marks work.',
    [
      21, 31, 91, 110, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166,
      167, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190,
      191, 308, 309, 344, 475, 476, 477, 494, 524, 613, 614, 615, 620, 622, 623, 624, 630, 631, 632, 642, 643,
    ],
  ],
  [
    'Links by reference are not read: agents write addresses where they are used, and a definition that comes late would change what was read before.',
    [
      23, 33, 192, 193, 194, 195, 196, 198, 200, 202, 203, 204, 205, 206, 207, 208, 210, 211, 214, 215, 216, 217, 218,
      317, 527, 528, 529, 530, 531, 532, 533, 534, 535, 536, 537, 538, 539, 540, 541, 542, 543, 544, 545, 549, 550, 553,
      554, 555, 556, 557, 558, 559, 560, 561, 562, 563, 564, 565, 566, 567, 568, 569, 570, 571, 573, 576, 577, 582, 583,
      584, 585, 586, 587, 588, 589, 591, 592, 593,
    ],
  ],
  [
    'A line below a text makes no heading of it: a text that has been read must not change, and agents mean a rule.',
    [59, 80, 81, 82, 83, 84, 85, 86, 87, 89, 90, 95, 96, 100, 102, 103, 115, 141, 300],
  ],
  [
    'Addresses in angle brackets are links for http, https, mailto, tel and sms only; others are text.',
    [596, 598, 599, 601],
  ],
  ['Addresses are links without angle brackets, too.', [602, 608, 611, 612]],
  ['Of the named characters, only those that escaping makes are known.', [25, 32, 503]],
  ['A line break that is written as a number is one, but no element.', [39]],
  ['Spaces at the end of a line are dropped, in code within a line, too.', [336]],
  ['A no-break space is a space.', [353, 507]],
  ['A run of more than eight marks is a line drawn by hand.', [417]],
  ['A paragraph without words is not there.', [484, 487]],
  ['An address may have the blanks of a file’s name.', [488]],
  ['A link in the words of a picture that cannot be followed is read there, too.', [520]],
  ['Brackets in an address may stand one deep.', [496]],
  ['A number of more than three figures is a year or a sum, and no list.', [265]],
  ['Two spaces are enough to stand inside a numbered item.', [297]],
  ['A mark between two figures is a sign of their own.', [356]],
];

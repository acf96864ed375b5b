/** Two long replies: one with every kind of formatting, and one for watching a streamed reply. `{url}` is the emulator's address. */

export const LONG_ANSWER = `# Caring for oiled oak

Oiled wood lives with you. It takes a **little care twice a year** and forgives almost everything in return.

## What you need

- a soft cotton cloth, without dye
- hard-wax oil, *matt or satin*
  - 100 ml is enough for a dining table
  - keep the tin tightly closed
- sandpaper, grain 240 and 320

## How to do it

1. Wipe the surface with a damp cloth and let it dry for two hours.
2. Sand lightly **along the grain**, first with 240, then with 320.
3. Put on a thin coat of oil and wait 20 minutes.
4. Wipe off any excess with a dry cloth.

> Oily cloths can catch fire by themselves. Spread them out to dry outdoors, or put them into water.

## How often

| Piece | In daily use | Now and then |
|---|---:|---:|
| Dining table | every 6 months | once a year |
| Shelf | once a year | every 2 years |
| Worktop | every 3 months | every 6 months |

## How much oil

The rule of thumb in the workshop, written down by somebody who likes programs:

\`\`\`js
function oilInMl(lengthCm, widthCm) {
  const squareMetres = (lengthCm * widthCm) / 10_000;
  return Math.ceil(squareMetres * 60);
}
\`\`\`

For a table of 200 by 90 cm, \`oilInMl(200, 90)\` is 108.

Read more in our [guide to wood care]({url}/shop/care-guide), or see [how we deliver]({url}/shop/delivery). A note of thanks goes to <b>Rosa</b> and <i>Emil</i>, who wrote most of this.`;

export const LONG_STREAM = `You asked for a long story, so here is how a table comes to be.

It begins in February, in a wood two hours north of the harbour. An oak that has stood for a hundred and forty years is marked with a dot of white paint. Nobody hurries. The forester walks around it twice, looks up into the crown, and puts a hand on the bark as one does with an old horse. Then the saw starts, and a quarter of an hour later there is more sky than before.

The trunk lies until the ground is hard enough to carry it out. At the mill it is cut into boards as thick as a hand is wide, and each board gets a number in chalk, so that neighbours stay neighbours. A table top made of boards that grew side by side looks like one piece of wood, because it was one.

Now comes the part that cannot be bought: time. The boards are stacked in the open shed with small sticks between them, so that the wind can pass. They stay there for two winters. In the first summer they lose most of their water, and you can hear them at night, ticking like a clock that is not quite sure of itself. In the second they settle.

Only then do they come into the warm room behind the workshop. Emil measures them every Friday and writes the number on the end of each board. When three Fridays in a row show the same number, he carries them in.

Planing is the noisy day. The grey skin comes off, and underneath is the colour that everybody thinks of when they think of oak. Rosa lays the boards out on the floor and moves them about until the grain runs like water around stones. She says that it takes ten minutes. It takes a morning, and nobody minds, because this is the face that the table will have for the rest of its life.

The edges are joined so finely that you can hold two boards against the window and see no light. Glue, clamps, a night of rest. The legs are turned on the old lathe, one after the other, and the fourth is always the hardest, because it has three to live up to.

After that there is sanding, and then more sanding, and then a day on which everybody believes the sanding to be finished, until the sun comes in low through the west window and shows what is left. Finally the oil goes on. The wood drinks it, darkens, and looks for the first time like something that belongs in a room with people.

We carry the table to the van on a Thursday, wrapped in blankets. It is heavier than it looks. When it stands in its new kitchen, somebody always puts a hand flat on the top, just as the forester did, and says nothing for a moment. Then somebody else puts down a cup, and it has begun its work.

That is the whole story. It takes about three years, and most of it is waiting.`;

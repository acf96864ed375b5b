/** The data of the shop Harbour & Pine. Nothing here is real. */

export interface Order {
  readonly number: string;
  readonly status: string;
}

export const ORDERS: readonly Order[] = [
  {
    number: 'HP-1042',
    status:
      'Order **HP-1042**, the Tern armchair in green wool, left our workshop yesterday. It will reach you on **Thursday between 9 and 12**. The driver will call half an hour before.',
  },
  {
    number: 'HP-1077',
    status:
      'Order **HP-1077**, the Gannet dining table in oiled oak, is being built. The top is glued and the legs are turned; we expect to send it **in about two weeks**.',
  },
  {
    number: 'HP-1103',
    status:
      'Order **HP-1103**, two Puffin stools, was **delivered on Monday** and left with your neighbour at number 8.',
  },
];

export const HOURS: readonly (readonly [day: string, time: string])[] = [
  ['Monday', 'closed'],
  ['Tuesday to Friday', '10:00 to 18:00'],
  ['Saturday', '9:00 to 17:00'],
  ['Sunday', '11:00 to 15:00'],
];

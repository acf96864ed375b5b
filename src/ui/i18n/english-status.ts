/** English words of the line about the platform's state. They come with its chunk; those of other languages are in the catalogues. */

export const STATUS_ENGLISH = {
  statusBusy: 'Many people are chatting right now. Replies may take a little longer.',
  statusSlow: 'Replies are slower than usual right now.',
  statusTrouble: "We're having technical trouble right now. Some replies may fail.",
} as const;

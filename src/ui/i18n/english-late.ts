/** English words that come with a chunk; those of other languages are in the catalogues. */

/** Words of the line about the platform's state. */
export const STATUS_ENGLISH = {
  statusBusy: 'Many people are chatting right now. Replies may take a little longer.',
  statusSlow: 'Replies are slower than usual right now.',
  statusTrouble: "We're having technical problems right now. Some replies may not come through.",
} as const;

/** Words of the cards for telephone calls. */
export const CALLS_ENGLISH = {
  callMe: 'Call me',
  callUs: 'Call us',
  callMeText: "Enter your number and we'll call you.",
  callCountry: 'Country',
  callNumber: 'Phone number',
  callConsent: 'By pressing this button, you agree that we may call this number once.',
  callSoon: "We're about to call you.",
  callCancel: 'Cancel',
  callQueued: "You're in line for a call. Please keep your phone nearby.",
  callCalling: "We're calling you now.",
  callConnected: 'The call was connected.',
  callNoAnswer: 'We called, but no one answered.',
  callBusy: 'We called, but the line was busy.',
  callLinesBusy: 'All our lines are busy right now.',
  callFailed: "We couldn't place the call.",
  callUnknown: "We're not sure the call went through. Your phone may ring in a moment.",
  callAgain: 'Call me again',
  callNumberInvalid: "This number doesn't look right. Please check it.",
  callCountryBlocked: "Sorry, we can't call numbers in this country.",
  callLimit: "You've already requested several calls. Please try again later.",
  callUnavailable: "Calls aren't possible right now. Please try again in a moment.",
  callUsText: "Call this number, and we'll know what this chat is about.",
  callUsScan: 'Or scan this code with your phone',
  callUsLeft: 'Reserved for you. Time left: {time}',
  callUsNone: 'All our lines are busy right now. Please try again in a moment.',
} as const;

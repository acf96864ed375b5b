/** Takes a picture of this page. Browsers allow this only through screen sharing, for which they ask the tester. */

/** Largest width of a picture, in pixels. Larger ones would make a report too large for many issue trackers. */
const MAX_WIDTH = 1280;

/** Returns the picture as a `data:` address. Rejected if the tester or the browser does not allow it. */
export async function takePicture(): Promise<string> {
  // Makes Chromium offer this tab first. The types do not include the option yet.
  const wishes = { video: true, preferCurrentTab: true } as DisplayMediaStreamOptions;
  const stream = await navigator.mediaDevices.getDisplayMedia(wishes);
  try {
    const video = document.createElement('video');
    video.muted = true;
    video.srcObject = stream;
    await video.play();
    const scale = Math.min(1, MAX_WIDTH / video.videoWidth);
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/jpeg', 0.8);
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}

/** Silence where a film has no sound yet, or none for a while. */
export const FILLED = 'aresample=async=1:first_pts=0'

/** Of more channels, ffmpeg does not know which is where. */
const MOST_CHANNELS = 8

/** Broadcast files have a track for each channel: the first two are left and right. */
function isJoined (channels: readonly number[]): boolean {
  return channels[0] === 1 && channels[1] === 1
}

/** The number of channels of the sound that is heard and drawn. */
export function heardChannels (channels: readonly number[]): number {
  const [first = 2] = channels
  return isJoined(channels) || first < 1 || first > MOST_CHANNELS ? 2 : first
}

/**
 * The sound for a number of outputs of ffmpeg: the first track, or the first two as left and right where they are mono.
 * `next` names it for the next output.
 */
export function soundOf (channels: readonly number[], outputs: number) {
  const joined = isJoined(channels) && outputs > 0
  const names = Array.from({ length: outputs }, (_each, index) => `[sound${index}]`)
  const graph = joined
    ? ['-filter_complex', `[0:a:0]${FILLED},pan=stereo|c0=c0[left];[0:a:1]${FILLED},pan=stereo|c1=c0[right];` +
      `[left][right]amix=inputs=2:duration=longest:normalize=0,asplit=${outputs}${names.join('')}`]
    : []
  return {
    graph,
    isJoined: joined,
    channels: heardChannels(channels),
    next: (): string[] => ['-map', joined ? names.shift()! : '0:a:0']
  }
}

/** The rate of a file that does not tell its own. */
const USUAL_RATE = 25

/** Hours, minutes, seconds and frames: `00:01:02:12`. Without a rate, as in sounds, thousandths of a second. */
export function timecode (seconds: number, rate: number | null): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  // Half of the smallest difference: times of frames are rounded.
  const exact = seconds + (rate === null ? 0.0005 : 0.001)
  const clock = [exact / 3600, exact / 60 % 60, exact % 60].map(two).join(':')
  const rest = exact % 1
  return rate === null ? `${clock}.${String(Math.floor(rest * 1000)).padStart(3, '0')}` : `${clock}:${two(rest * rate)}`
}

/** The duration of one frame, in seconds. */
export function pictureOf (rate: number | null): number {
  return 1 / (rate ?? USUAL_RATE)
}

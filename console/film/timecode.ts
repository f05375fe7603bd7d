/** Where the file does not tell. */
const USUAL_RATE = 25

/** Hours, minutes, seconds and pictures: `00:01:02:12`. Without a rate, as of sounds, thousandths of a second. */
export function timecode (seconds: number, rate: number | null): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  // Half of the smallest difference: times of pictures are rounded.
  const exact = seconds + (rate === null ? 0.0005 : 0.001)
  const clock = [exact / 3600, exact / 60 % 60, exact % 60].map(two).join(':')
  const rest = exact % 1
  return rate === null ? `${clock}.${String(Math.floor(rest * 1000)).padStart(3, '0')}` : `${clock}:${two(rest * rate)}`
}

/** Seconds of one picture. */
export function pictureOf (rate: number | null): number {
  return 1 / (rate ?? USUAL_RATE)
}

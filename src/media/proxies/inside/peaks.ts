/** Maximum number of points of a waveform. */
const MOST_POINTS = 4000
/** From 16 bits to 8. */
const SHIFT = 8

/** A waveform in the format of audiowaveform: the lowest and the highest sample of each point. */
export interface Waveform {
  readonly version: 2
  readonly channels: 1
  readonly sample_rate: number
  readonly samples_per_pixel: number
  readonly bits: 8
  readonly length: number
  readonly data: readonly number[]
}

/**
 * Makes the waveform of samples as they come. Their number is not known beforehand: whenever there are too many points,
 * each pair is merged into one. Each moment has a sample of each channel.
 */
export function createPeaks (channels = 1) {
  const bytesOfMoment = 2 * channels
  const lows = new Int8Array(MOST_POINTS)
  const highs = new Int8Array(MOST_POINTS)
  let perPoint = 1
  let points = 0
  /** The moments of the point that is not full yet: their number, the lowest and the highest sample. */
  let [count, low, high] = [0, 0, 0]
  let moments = 0
  /** The beginning of a moment, where a piece ends in the middle of one. */
  let begun: Buffer | null = null

  function addPoint (): void {
    if (points === MOST_POINTS) return halve()
    lows[points] = low >> SHIFT
    highs[points] = high >> SHIFT
    points++
    count = 0
  }

  /** Merges the full points in pairs. The present one goes on. */
  function halve (): void {
    for (let index = 0; index < points / 2; index++) {
      lows[index] = Math.min(lows[2 * index]!, lows[2 * index + 1]!)
      highs[index] = Math.max(highs[2 * index]!, highs[2 * index + 1]!)
    }
    points /= 2
    perPoint *= 2
    if (count >= perPoint) addPoint()
  }

  return {
    /** Samples of 16 bits. */
    add (piece: Buffer): void {
      const bytes = begun === null ? piece : Buffer.concat([begun, piece])
      const whole = bytes.length - bytes.length % bytesOfMoment
      begun = whole < bytes.length ? bytes.subarray(whole) : null
      moments += whole / bytesOfMoment
      for (let offset = 0; offset < whole; offset += bytesOfMoment) {
        if (count === 0) low = high = bytes.readInt16LE(offset)
        for (let channel = offset; channel < offset + bytesOfMoment; channel += 2) {
          const sample = bytes.readInt16LE(channel)
          if (sample < low) low = sample
          else if (sample > high) high = sample
        }
        if (++count === perPoint) addPoint()
      }
    },

    /** Null without samples. */
    end (sampleRate: number): { readonly waveform: Waveform, readonly duration: number } | null {
      while (count > 0) addPoint()
      if (points === 0) return null
      const data: number[] = []
      for (let index = 0; index < points; index++) data.push(lows[index]!, highs[index]!)
      const waveform = {
        version: 2, channels: 1, sample_rate: sampleRate, samples_per_pixel: perPoint, bits: 8, length: points, data
      } as const
      return { waveform, duration: moments / sampleRate }
    }
  }
}

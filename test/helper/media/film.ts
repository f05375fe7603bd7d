import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '#src/basics/paths.js'

/** Seconds. */
export const FILM_DURATION = 20

/**
 * A film of a test card (VP9 in MP4; made by `ffmpeg -f lavfi -i testsrc=duration=20:size=160x90:rate=10 -c:v
 * libvpx-vp9 -b:v 24k -g 20 -pix_fmt yuv420p film.mp4`), with `padding` empty bytes before its index, which is at the
 * end. A player has to request the index by a range, unless it waits for all of these bytes.
 */
export async function readFilm (padding: number): Promise<Buffer> {
  const film = await readFile(join(projectRoot, 'test/helper/media/film.mp4'))
  const index = film.indexOf('moov') - 4
  const nothing = Buffer.alloc(padding)
  nothing.writeUInt32BE(padding, 0)
  nothing.write('free', 4)
  return Buffer.concat([film.subarray(0, index), nothing, film.subarray(index)])
}

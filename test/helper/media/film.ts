import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Test } from 'tap'
import { projectRoot } from '#src/basics/paths.js'
import type { Client } from '../app.js'
import { succeed } from '../items.js'
import { startFileSender } from './sender.js'
import { analysedMedia, attach, readUntil } from './world.js'

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

/** Attaches this film to an asset, and waits until it is analysed. Another padding makes another file. */
export async function attachFilm (
  t: Test, admin: Client, id: string, name = 'cut.mp4', padding = 100
): Promise<void> {
  const before = (await succeed(admin.get(`assets/${id}/media`))).media.length
  const { url } = await startFileSender(t, { bytes: await readFilm(padding), contentType: 'video/mp4' })
  await attach(admin, id, url, name)
  await readUntil(
    async () => analysedMedia(admin, id), (files) => before === 0 || files.at(-1)!.filename === name)
}

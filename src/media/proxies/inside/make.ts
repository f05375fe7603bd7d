import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { SharpConstructor } from 'sharp'
import { isNoSpace, saysNoSpace } from '../../../basics/no-space.js'
import { kindOf, readerOf } from '../../analysis/inside/kind.js'
import { loadSharp } from '../../analysis/inside/picture.js'
import { lacksFilter } from '../../analysis/inside/screen.js'
import { readStreams, type Described } from '../../analysis/inside/streams.js'
import { reasonOf } from '../../analysis/inside/texts.js'
import { planOf, type Plan } from '../plan.js'
import type { MadeProxy, ProxyResult, ProxyTask } from '../task.js'
import { commandFor, sampleRate } from './command.js'
import { layOut } from './filmstrip.js'
import { run, type Run } from './run.js'
import { heardChannels } from './sound-tracks.js'

/** ffmpeg from before 5.1 does not know this option. */
const NEW_OPTION = 'fps_mode'

/** The errors of ffmpeg about a sound that it does not know: the film is made without it. */
const unknownSound = /does not contain any stream|matches no streams|decoder/i

type Made = Pick<MadeProxy, 'kind' | 'width' | 'height' | 'duration' | 'tiles'>

/** Makes all proxies of a file. Throws if the failure is not the file's fault: the disk is full, ffmpeg was killed. */
export async function makeProxies (task: ProxyTask, onProgress: (progress: number) => void): Promise<ProxyResult> {
  const { contentType } = await kindOf(task.path)
  const format = readerOf(contentType)
  const described = await readStreams(task, contentType)
  const playback = task.playback ?? described?.playback ?? null
  const plan = planOf(task.metadata, playback)
  if (described === null || plan === null || playback === null || format === null) return { outcome: 'none', playback }
  try {
    const { made, canMap } = await attempt(task, described, plan, format, onProgress)
    if (typeof made === 'string') return { outcome: 'failed', error: reasonOf(made) }
    const proxies: MadeProxy[] = []
    for (const each of made) proxies.push({ ...each, ...await weigh(task.targets[each.kind]) })
    return { outcome: proxies.length === 0 ? 'none' : 'done', playback, proxies, ...!canMap && { isUnmapped: true } }
  } catch (error) {
    const message = String((error as Error).message)
    if (isNoSpace(error) || saysNoSpace(error) || /^ffmpeg ended/.test(message)) throw error
    return { outcome: 'failed', error: reasonOf(message) }
  }
}

/** The proxies, or why there are none. */
async function attempt (
  task: ProxyTask, { look, channels }: Described, plan: Plan, format: string, onProgress: (progress: number) => void
): Promise<{ made: Made[] | string, canMap: boolean }> {
  const { metadata: { duration }, limits, programs: { ffmpeg } } = task
  const sharp = plan.filmstrip === null ? null : await loadSharp()
  const wanted = { ...plan, filmstrip: sharp === null ? null : plan.filmstrip }
  const options = { plan: wanted, format, hasSound: plan.waveform, isOld: false, look, canMap: true, channels }
  const doAll = (): Promise<Run> => run(ffmpeg, commandFor(task, options), {
    limits, duration, onProgress, channels: heardChannels(channels)
  })
  let done = await doAll()
  if (lacksFilter(done.failure)) {
    options.canMap = false
    done = await doAll()
  }
  if (done.failure?.includes(NEW_OPTION) === true) {
    options.isOld = true
    done = await doAll()
  }
  if (done.failure !== null && plan.isFilm && options.hasSound && unknownSound.test(done.failure)) {
    options.hasSound = false
    done = await doAll()
  }
  if (done.failure !== null) return { made: done.failure, canMap: true }
  return { made: await gatherMade(task, wanted, done, sharp), canMap: options.canMap }
}

/** What ffmpeg has made, or what is missing. */
async function gatherMade (
  task: ProxyTask, plan: Plan, { peaks }: Extract<Run, { failure: null }>, sharp: SharpConstructor | null
): Promise<Made[] | string> {
  const made: Made[] = []
  for (const kind of ['mp4', 'audio'] as const) {
    if (plan[kind] === null || plan[kind] === false) continue
    const found = await measure(task, kind)
    if (found === null) return kind === 'mp4' ? 'There is no picture in the file' : 'There is no sound in the file'
    made.push(found)
  }
  const sound = peaks.end(sampleRate(task.metadata.sample_rate))
  if (sound !== null) {
    await writeFile(task.targets.waveform, JSON.stringify(sound.waveform))
    made.push({ kind: 'waveform', width: null, height: null, duration: sound.duration, tiles: null })
  }
  const strip = sharp === null || plan.filmstrip === null
    ? null
    : await layOut(sharp, task.scratch, task.targets.filmstrip, plan.filmstrip)
  if (strip !== null) made.push({ kind: 'filmstrip', duration: task.metadata.duration, ...strip })
  return made
}

/** The real properties of what was made. Null if nothing was made. */
async function measure (task: ProxyTask, kind: 'mp4' | 'audio'): Promise<Made | null> {
  const found = await readStreams({ ...task, path: task.targets[kind] }, 'video/mp4')
  if (found === null || (kind === 'mp4' && !found.hasPicture)) return null
  const { width, height, duration } = found.metadata
  return { kind, width, height, duration, tiles: null }
}

async function weigh (path: string): Promise<Pick<MadeProxy, 'size' | 'sha256'>> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { size: (await stat(path)).size, sha256: hash.digest('hex') }
}

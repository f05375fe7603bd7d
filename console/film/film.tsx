import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { clockOf, type FilmTimes } from '../../src/basics/time-code.ts'
import { request } from '../api/client.ts'
import { reachable } from '../api/home.ts'
import { useRenewed } from '../asset/use-renewed.ts'
import type { MediaFile } from '../items/previews.ts'
import { Icon } from '../ui/icon.tsx'
import { keyOf } from '../ui/keys.ts'
import { Bar, type Filmstrip } from './bar.tsx'
import { filmClock } from './clock.ts'
import { timecode } from './timecode.ts'
import { SPEEDS, useTransport } from './transport.ts'

export interface FilmProps {
  readonly kind: 'video' | 'audio'
  readonly assetId: string
  readonly file: MediaFile
  /** The URL to play. */
  readonly src: string
  readonly poster: string | undefined
  readonly reload: () => Promise<void>
}

/** The player for a close look at a film or a sound. */
export function Film ({ kind, assetId, file, src: newest, poster, reload }: FilmProps) {
  const { src, renew, goOn, note } = useRenewed(newest, reload)
  const still = useRenewed(poster ?? '', reload).src
  const player = useRef<HTMLMediaElement>(null)
  const transport = useTransport(player)
  const { time, duration, speed, from, to, isPlaying, seek, step, toggle, setSpeed, press } = transport
  useEffect(() => {
    if (kind === 'audio') return
    let isGone = false
    request<{ file_metadata: FilmTimes | null }>('GET', `/api/v2/assets/${encodeURIComponent(assetId)}/file_metadata`)
      .then(({ file_metadata: found }) => { if (!isGone) filmClock.value = found === null ? null : clockOf(found) })
      .catch(() => {})
    return () => {
      isGone = true
      filmClock.value = null
    }
  }, [file.id])
  const waveform = file.proxies?.find((proxy) => proxy.kind === 'waveform')?.url
  const filmstrip = file.previews?.find((preview) => preview.kind === 'filmstrip') as Filmstrip | undefined
  const props = {
    src,
    controls: true,
    preload: 'metadata' as const,
    'aria-label': file.filename,
    onError: renew,
    onLoadedMetadata: goOn,
    onTimeUpdate: note,
    onPause: note,
    onPlay: note
  }
  return (
    <div
      class='film' role='group' aria-label='Player' tabIndex={0}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || (event.target as HTMLElement).tagName === 'SELECT') return
        if (press(keyOf(event))) {
          event.preventDefault()
          event.stopPropagation()
        }
      }}
    >
      {kind === 'video'
        ? <div class='stage'><video {...props} ref={player as RefObject<HTMLVideoElement>} poster={still === '' ? undefined : still} playsInline /></div>
        : <div class='stage sound'><Icon name='sound' /><audio {...props} ref={player as RefObject<HTMLAudioElement>} /></div>}
      {duration.value > 0 && (
        <Bar
          duration={duration.value} time={time.value} clock={filmClock.value} onSeek={seek}
          from={from.value} to={to.value}
          waveform={waveform === undefined ? null : reachable(waveform)}
          filmstrip={filmstrip === undefined ? null : { ...filmstrip, url: reachable(filmstrip.url) }}
        />
      )}
      <div class='film-tools'>
        <output aria-label='Time code'>{timecode(time.value, filmClock.value)}</output>
        {kind === 'video' && <button type='button' class='button' title='Step back (,)' aria-label='Step back' onClick={() => step(-1)}>‹</button>}
        <button type='button' class='button' onClick={toggle}>{isPlaying.value ? 'Pause' : 'Play'}</button>
        {kind === 'video' && <button type='button' class='button' title='Step forward (.)' aria-label='Step forward' onClick={() => step(1)}>›</button>}
        <label>
          <span class='quiet'>Speed</span>
          <select value={String(speed.value)} onChange={(event) => setSpeed(Number(event.currentTarget.value))}>
            {speedsWith(speed.value).map((each) => <option key={each} value={String(each)}>{each} ×</option>)}
          </select>
        </label>
        <button type='button' class='button' title='Begin here (I)' onClick={() => press('i')}>In{from.value !== null && ` ${timecode(from.value, filmClock.value)}`}</button>
        <button type='button' class='button' title='End here (O)' onClick={() => press('o')}>Out{to.value !== null && ` ${timecode(to.value, filmClock.value)}`}</button>
        {(from.value !== null || to.value !== null) && (
          <button type='button' class='button' onClick={() => { from.value = null; to.value = null }}>Clear</button>
        )}
      </div>
    </div>
  )
}

/** The speeds to choose from, and the current one. */
function speedsWith (speed: number): number[] {
  return [...new Set([...SPEEDS, speed])].sort((one, other) => one - other)
}

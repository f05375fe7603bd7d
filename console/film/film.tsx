import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { FilmClock } from '../../src/basics/time-code.ts'
import { useRenewed } from '../asset/use-renewed.ts'
import { Stage } from '../room/stage.tsx'
import { isLarge, player as playerOfPage } from '../room/stage.ts'
import { Icon } from '../ui/icon.tsx'
import { keyOf } from '../ui/keys.ts'
import { Bar, type Filmstrip } from './bar.tsx'
import { filmClock } from './clock.ts'
import { LargeDrawing } from './large-drawing.tsx'
import { FilmTools } from './tools.tsx'
import { useTransport } from './transport.ts'
import './film.css'

export interface FilmProps {
  readonly kind: 'video' | 'audio'
  readonly name: string
  /** The URL to play. */
  readonly src: string
  /** Of the picture, if they are known before it has loaded. */
  readonly width: number | undefined
  readonly height: number | undefined
  /** How time codes count the film; null until it is known, and for sounds. */
  readonly clock: FilmClock | null
  readonly waveform: string | null
  readonly filmstrip: Filmstrip | null
  /** Loads the file again, with new URLs. */
  readonly reload: () => Promise<void>
}

/** The player for a close look at a film or a sound. */
export function Film ({ kind, name, src: newest, width, height, clock, waveform, filmstrip, reload }: FilmProps) {
  const { src, renew, goOn, note } = useRenewed(newest, reload)
  const whole = useRef<HTMLDivElement>(null)
  const player = useRef<HTMLMediaElement>(null)
  const transport = useTransport(player)
  const { time, duration, from, to, size, toggle, seek, press } = transport
  useEffect(() => {
    filmClock.value = clock
    return () => { filmClock.value = null }
  }, [clock?.rate.exact, clock?.rate.dropped, clock?.first])
  useEffect(() => {
    playerOfPage.value = player.current
    return () => { playerOfPage.value = null }
  }, [])
  useEffect(() => {
    const note = () => {
      const { fullscreenElement: large } = document
      isLarge.value = large !== null && large === whole.current
    }
    document.addEventListener('fullscreenchange', note)
    return () => {
      document.removeEventListener('fullscreenchange', note)
      isLarge.value = false
    }
  }, [])
  const props = {
    src,
    preload: 'metadata' as const,
    'aria-label': name,
    onError: renew,
    onLoadedMetadata: goOn,
    onTimeUpdate: note,
    onPause: note,
    onPlay: note
  }
  const showLarge = () => {
    const film = player.current as (HTMLVideoElement & { webkitEnterFullscreen?: () => void }) | null
    if (document.fullscreenElement !== null) document.exitFullscreen()
    // The phones of one maker show nothing but films on the whole screen.
    else if (whole.current?.requestFullscreen === undefined) film?.webkitEnterFullscreen?.()
    else whole.current.requestFullscreen().catch(() => {})
  }
  return (
    <div
      class='film' role='group' aria-label='Player' tabIndex={0} ref={whole}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || (event.target as HTMLElement).tagName === 'SELECT') return
        const key = keyOf(event)
        // A space presses a button that has the focus.
        if (key === ' ' && event.target instanceof HTMLButtonElement) return
        if (kind === 'video' && key === 'f') showLarge()
        else if (!press(key)) return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      {kind === 'video'
        ? (
          <Stage width={size.value?.width ?? width} height={size.value?.height ?? height}>
            <video {...props} ref={player as RefObject<HTMLVideoElement>} playsInline onClick={toggle} />
          </Stage>
          )
        : <div class='stage sound'><Icon name='sound' /><audio {...props} controls ref={player as RefObject<HTMLAudioElement>} /></div>}
      {duration.value > 0 && (
        <Bar
          duration={duration.value} time={time} onSeek={seek} from={from.value} to={to.value}
          waveform={waveform} filmstrip={filmstrip}
        />
      )}
      {isLarge.value && <LargeDrawing />}
      <FilmTools transport={transport} player={player} onLarge={kind === 'video' ? showLarge : null} />
    </div>
  )
}

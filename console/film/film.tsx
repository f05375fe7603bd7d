import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { FilmClock } from '../../src/basics/time-code.ts'
import { useRenewed, type Renewed } from '../asset/use-renewed.ts'
import { OnStage } from '../room/stage.tsx'
import type { Stage } from '../room/stage.ts'
import { Icon } from '../ui/icon.tsx'
import type { Filmstrip } from '../items/previews.ts'
import { Bar } from './bar.tsx'
import { LargeDrawing } from './large-drawing.tsx'
import { Lost } from './lost.tsx'
import { useRoomKeys } from './room-keys.ts'
import { FilmTools } from './tools.tsx'
import { useTransport } from './transport.ts'
import './film.css'

export interface FilmProps {
  readonly stage: Stage
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
  /** Whether the service could not read it. It may play nevertheless. */
  readonly isDamaged: boolean
  /** Sends another file; null where that is not allowed. */
  readonly onUpload: (() => void) | null
}

/** The player for a close look at a film or a sound, or why it does not play. */
export function Film (props: FilmProps) {
  const renewed = useRenewed(props.src, props.reload, props.isDamaged)
  return renewed.isLost ? <Lost {...props} {...renewed} /> : <Player {...props} {...renewed} />
}

function Player (
  { stage, kind, name, width, height, clock, waveform, filmstrip, src, renew, goOn, note }: FilmProps & Renewed
) {
  const whole = useRef<HTMLDivElement>(null)
  const player = useRef<HTMLMediaElement>(null)
  const transport = useTransport(player, stage)
  const { time, duration, size, toggle, seek, span, press } = transport
  useEffect(() => {
    stage.countBy(clock)
    return () => stage.countBy(null)
  }, [clock?.rate.exact, clock?.rate.dropped, clock?.first])
  useEffect(() => stage.showFilm(player.current!), [])
  useEffect(() => {
    const note = () => {
      const { fullscreenElement: large } = document
      stage.enlarge(large !== null && large === whole.current)
    }
    document.addEventListener('fullscreenchange', note)
    return () => {
      document.removeEventListener('fullscreenchange', note)
      stage.enlarge(false)
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
  useRoomKeys((key) => {
    if (kind !== 'video' || key !== 'f') return press(key)
    showLarge()
    return true
  })
  return (
    <div class='film' role='group' aria-label='Player' tabIndex={0} ref={whole}>
      {kind === 'video'
        ? (
          <OnStage stage={stage} width={size.value?.width ?? width} height={size.value?.height ?? height}>
            <video {...props} ref={player as RefObject<HTMLVideoElement>} playsInline onClick={toggle} />
          </OnStage>
          )
        : <div class='stage sound'><Icon name='sound' /><audio {...props} controls ref={player as RefObject<HTMLAudioElement>} /></div>}
      {duration.value > 0 && (
        <Bar
          stage={stage} duration={duration.value} time={time} onSeek={seek} onSpan={span}
          waveform={waveform} filmstrip={filmstrip}
        />
      )}
      {stage.isLarge.value && <LargeDrawing stage={stage} />}
      <FilmTools stage={stage} transport={transport} player={player} onLarge={kind === 'video' ? showLarge : null} />
    </div>
  )
}

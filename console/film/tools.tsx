import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import type { FilmClock } from '../../src/basics/time-code.ts'
import type { Stage } from '../room/stage.ts'
import { Icon } from '../ui/icon.tsx'
import { timecode } from './timecode.ts'
import { SPEEDS, type Transport } from './transport.ts'

interface FilmToolsProps {
  readonly stage: Stage
  readonly transport: Transport
  readonly player: RefObject<HTMLMediaElement | null>
  /** Shows a film on the whole screen. Null for sounds, which have controls of the browser. */
  readonly onLarge: (() => void) | null
}

/** The time code, and the buttons of the player. */
export function FilmTools ({ stage, transport, player, onLarge }: FilmToolsProps) {
  const { time, speed, isPlaying, step, toggle, setSpeed, press } = transport
  const isMuted = useSignal(false)
  /** On a phone, where only what is needed often is shown. */
  const isWhole = useSignal(false)
  const clock = stage.clock.value
  const { from, to } = stage.part.value
  return (
    <div class={isWhole.value ? 'film-tools whole' : 'film-tools'}>
      <TimeCode time={time} clock={clock} />
      {onLarge !== null && <button type='button' class='button' title='Step back (,)' aria-label='Step back' onClick={() => step(-1)}>‹</button>}
      <button type='button' class='button' title='Space' onClick={toggle}>{isPlaying.value ? 'Pause' : 'Play'}</button>
      {onLarge !== null && <button type='button' class='button' title='Step forward (.)' aria-label='Step forward' onClick={() => step(1)}>›</button>}
      <select
        aria-label='Speed' value={String(speed.value)} onChange={(event) => setSpeed(Number(event.currentTarget.value))}
      >
        {speedsWith(speed.value).map((each) => <option key={each} value={String(each)}>{each} ×</option>)}
      </select>
      <button type='button' class='button film-part' title='Begin here (I)' onClick={() => press('i')}>In{from !== null && ` ${timecode(from, clock)}`}</button>
      <button type='button' class='button film-part' title='End here (O)' onClick={() => press('o')}>Out{to !== null && ` ${timecode(to, clock)}`}</button>
      {(from !== null || to !== null) && (
        <button type='button' class='button film-part' title='Take In and Out away' onClick={() => stage.markPart()}>
          Clear<span class='hidden-text'> In and Out</span>
        </button>
      )}
      <button
        type='button' class='icon-button film-more' aria-label='More controls' title='More controls' aria-expanded={isWhole.value}
        onClick={() => { isWhole.value = !isWhole.value }}
      >
        ⋯
      </button>
      {onLarge !== null && (
        <span class='film-end'>
          <button
            type='button' class='icon-button' aria-label='Mute' title='Mute' aria-pressed={isMuted.value}
            onClick={() => { player.current!.muted = isMuted.value = !isMuted.value }}
          >
            <Icon name={isMuted.value ? 'muted' : 'loud'} />
          </button>
          <button type='button' class='icon-button' aria-label='Full screen' title='Full screen (F)' onClick={onLarge}>
            <Icon name='large' />
          </button>
        </span>
      )}
    </div>
  )
}

/** Alone, as it changes with each picture. */
function TimeCode ({ time, clock }: Pick<Transport, 'time'> & { clock: FilmClock | null }) {
  return <output aria-label='Time code'>{timecode(time.value, clock)}</output>
}

/** The speeds to choose from, and the current one. */
function speedsWith (speed: number): number[] {
  return [...new Set([...SPEEDS, speed])].sort((one, other) => one - other)
}

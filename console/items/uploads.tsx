import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { addressOf } from '../shell/place.ts'
import { Icon } from '../ui/icon.tsx'
import { bytes, number } from '../ui/words.ts'
import { batch, isMoving, sendings, type Sending } from './sendings.ts'

/** How many lines are drawn. Of more files, those that need attention come first. */
const SHOWN = 60
const ORDER: ReadonlyArray<Sending['state']> = ['failed', 'known', 'sending', 'waiting', 'done']

/** The uploads under way, with their progress, below the page. */
export function Uploads () {
  const isFolded = useSignal(false)
  const all = sendings.value
  const known = all.filter(({ state }) => state === 'known').length
  // Somebody has to decide.
  useEffect(() => { if (known > 0) isFolded.value = false }, [known])
  if (all.length === 0) return null
  const failed = all.filter(({ state }) => state === 'failed')
  const lines = [...all].sort((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state))
  const { total, done } = batch.value
  return (
    <section class='uploads' aria-label='Files on their way'>
      <div class='uploads-head'>
        <strong role='status'>
          {number(done)} of {number(total)}{failed.length > 0 && `, ${number(failed.length)} failed`}
        </strong>
        {failed.length > 1 && (
          <button type='button' class='button' onClick={() => { for (const { retry } of failed) retry?.() }}>Try all again</button>
        )}
        {all.filter(isMoving).length > 1 && (
          <button type='button' class='button' onClick={() => { for (const { cancel } of all.filter(isMoving)) cancel() }}>Cancel all</button>
        )}
        <button
          type='button' class='icon-button small' aria-expanded={!isFolded.value}
          onClick={() => { isFolded.value = !isFolded.value }}
        >
          <Icon name={isFolded.value ? 'up' : 'down'} /><span class='hidden-text'>Show the files</span>
        </button>
      </div>
      {!isFolded.value && (
        <ul>
          {lines.slice(0, SHOWN).map((sending) => <Line key={sending.id} sending={sending} />)}
          {lines.length > SHOWN && <li class='quiet'>and {number(lines.length - SHOWN)} more</li>}
        </ul>
      )}
    </section>
  )
}

function Line ({ sending }: { sending: Sending }) {
  const { name, size, sent, state, paused, failure, retry, cancel, assetId, twin } = sending
  const most = Math.max(1, size)
  return (
    <li>
      <span class='upload-name'>{assetId === null ? name : <a href={addressOf(`assets/${assetId}`)}>{name}</a>}</span>
      {state === 'known'
        ? <span role='alert'>The same bytes are here already: <a href={addressOf(`assets/${twin!.id}`)}>{twin!.title || 'Untitled'}</a></span>
        : state === 'failed' || paused != null
          ? <span class='wrong' role='alert'>{failure ?? `Waiting: ${paused!}`}</span>
          : <span class='quiet'>{state === 'done' ? 'There' : state === 'waiting' ? 'Waiting' : `${bytes(sent)} of ${bytes(size)}`}</span>}
      {state === 'failed' && <button type='button' class='link' onClick={retry}>Try again</button>}
      {state === 'known' && <button type='button' class='link' onClick={retry}>Upload anyway</button>}
      {state !== 'done' && (
        <button type='button' class='icon-button small' onClick={cancel}>
          <Icon name='close' /><span class='hidden-text'>Cancel {name}</span>
        </button>
      )}
      {state !== 'known' && <progress max={most} value={state === 'done' ? most : sent} aria-label={name} />}
    </li>
  )
}

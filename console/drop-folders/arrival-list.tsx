import type { ComponentChildren } from 'preact'
import { api, done } from '../api/client.ts'
import { addressOf } from '../shell/place.ts'
import { tell } from '../ui/notes.tsx'
import { Table } from '../ui/table.tsx'
import { useActing } from '../ui/use-acting.ts'
import { ago, bytes, date } from '../ui/words.ts'
import { ArrivalState, type Arrival, type Status } from './arrival-words.tsx'
import { useArrivals } from './use-arrivals.ts'

interface ListProps {
  /** The id of the drop folder. */
  readonly id: string
  readonly name: string
  readonly status: Status | null
  readonly mayRetry: boolean
  /** Said if there are none; without it nothing is shown then. */
  readonly nothing?: ComponentChildren
}

/** Arrivals in lines. */
export function ArrivalList ({ id, name, status, mayRetry, nothing }: ListProps) {
  const { arrivals, isComing, failure, reload, older, isCut } = useArrivals(id, status)
  const { isBusy, act } = useActing()
  // Failed ones stand above those of all states.
  const shown = status === null ? arrivals.filter((arrival) => arrival.status !== 'failed') : arrivals
  if (shown.length === 0 && older === undefined && nothing === undefined && failure.value === null) return null

  const retry = (arrival: Arrival) => act(async () => {
    const { ok } = await done(api.POST('/api/v2/drop_folders/{drop_folder_id}/arrivals/{arrival_id}/retry', {
      params: { path: { drop_folder_id: id, arrival_id: arrival.id } }
    }))
    tell(`${ok}.`)
    await reload()
  })
  return (
    <section class='stack' aria-label={name}>
      <h2>{name}</h2>
      {failure.value !== null && <p class='wrong' role='alert'>{failure.value}</p>}
      {!isComing && shown.length === 0 && <p class='quiet'>{arrivals.length > 0 ? 'All of these have failed.' : nothing}</p>}
      {shown.length > 0 && (
        <Table name={name} columns={['Path', 'State', 'Size', 'Found', 'Asset', '']}>
          {shown.map((arrival) => (
            <tr key={arrival.id}>
              <th scope='row'>
                <bdi>{arrival.path}</bdi>
                {arrival.guest !== null && <span class='quiet run-error'>sent by <bdi>{arrival.guest}</bdi></span>}
              </th>
              <td>
                <ArrivalState arrival={arrival} />
                {arrival.status === 'left_out' && (
                  <span class='quiet run-error'>One thing, as the card of a camera or a sequence of pictures</span>
                )}
                {arrival.error !== null && <bdi class='quiet run-error'>{arrival.error}</bdi>}
              </td>
              <td class='number'>{arrival.status === 'left_out' ? '–' : bytes(arrival.size)}</td>
              <td title={date(arrival.created_at)}>{ago(arrival.created_at)}</td>
              <td>
                {arrival.asset_id === null
                  ? '–'
                  : <a href={addressOf(`assets/${arrival.asset_id}`)}>Show<span class='hidden-text'> {arrival.path}</span></a>}
              </td>
              <td class='end'>
                {mayRetry && <Retry arrival={arrival} isBusy={isBusy.value} onRetry={retry} />}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {older !== undefined && <button type='button' class='button' onClick={older}>Earlier</button>}
      {isCut && <p class='quiet'>Only the newest are shown.</p>}
    </section>
  )
}

interface RetryProps {
  readonly arrival: Arrival
  readonly isBusy: boolean
  readonly onRetry: (arrival: Arrival) => void
}

function Retry ({ arrival, isBusy, onRetry }: RetryProps) {
  const { status, path } = arrival
  if (status !== 'failed' && status !== 'left_out') return null
  return (
    <button type='button' class='button' disabled={isBusy} onClick={() => onRetry(arrival)}>
      {status === 'failed' ? 'Retry' : 'Take its files'}<span class='hidden-text'> {path}</span>
    </button>
  )
}

import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask, request, type Schemas } from '../api/client.ts'
import { mayWrite, who } from '../api/session.ts'
import { loadUsers, nameAndEmail, users, whoIs } from '../items/people.ts'
import { tellFailure } from '../ui/notes.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { ago } from '../ui/words.ts'
import './review.css'

interface Known {
  readonly approvals: ReadonlyArray<Schemas['Approval']>
  readonly status: string
}

interface ApprovalsProps {
  readonly id: string
  readonly heard: ReadonlySignal<number>
  readonly mayAsk: boolean
}

const words: Readonly<Record<string, string>> = {
  none: 'Nobody was asked', pending: 'Waiting', approved: 'Approved', rejected: 'Rejected'
}

/** The users who have to approve an asset, and their decisions. */
export function Approvals ({ id, heard, mayAsk }: ApprovalsProps) {
  const chosen = useSignal('')
  const reason = useSignal('')
  const path = `/api/v2/assets/${encodeURIComponent(id)}/approvals`
  const { data, reload } = useLoaded(async () => request<Known>('GET', path), [path, heard.value])
  useEffect(() => { loadUsers() }, [])

  async function act (method: string, at: string, body?: object) {
    try {
      await ask(method, `${path}${at}`, body)
      await reload()
    } catch (error) {
      tellFailure(error)
    }
  }

  const { approvals, status } = data.value ?? { approvals: [], status: 'none' }
  const mine = approvals.find((approval) => approval.user_id === who.value?.user.id)

  async function decide (status: 'approved' | 'rejected') {
    const text = reason.value.trim()
    await act('POST', `/${mine!.id}`, { status, ...text !== '' && { text } })
    reason.value = ''
  }
  const others = [...users.value.values()]
    .filter((user) => !user.disabled && !approvals.some((approval) => approval.user_id === user.id))
  if (approvals.length === 0 && !mayAsk) return null
  return (
    <section class='approvals stack' aria-label='Approvals'>
      <h2>Approval: {words[status]}</h2>
      <ul>
        {approvals.map((approval, index) => (
          <li key={approval.id}>
            <span>{whoIs(approval.user_id)}</span>
            <span class={approval.status === 'rejected' ? 'wrong' : 'quiet'} title={`Asked by ${whoIs(approval.asked_by)}`}>
              {words[approval.status]}{approval.decided_at !== null && ` ${ago(approval.decided_at)}`}
            </span>
            {!isAskedAbove(approval, approvals[index - 1]) && approval.text !== null && approval.text !== '' && (
              <p class='comment-text quiet' dir='auto'>{approval.text}</p>
            )}
          </li>
        ))}
      </ul>
      {mine !== undefined && mayWrite.value && (
        <div class='decision'>
          <input
            type='text' aria-label='Reason' placeholder='Reason, if there is one' maxLength={10_000} value={reason.value}
            onInput={(event) => { reason.value = event.currentTarget.value }}
            // It would save the details of the asset.
            onKeyDown={(event) => { if (event.key === 'Enter') event.preventDefault() }}
          />
          <button type='button' class='button' onClick={async () => decide('approved')}>Approve</button>
          <button type='button' class='button' onClick={async () => decide('rejected')}>Reject</button>
        </div>
      )}
      {mayAsk && others.length > 0 && (
        <div class='attach'>
          <label class='field'>
            <span>Whom</span>
            <select value={chosen.value} onChange={(event) => { chosen.value = event.currentTarget.value }}>
              <option value=''>Choose a user</option>
              {others.map((user) => <option key={user.id} value={String(user.id)}>{nameAndEmail(user)}</option>)}
            </select>
          </label>
          <button
            type='button' class='button' disabled={chosen.value === ''}
            onClick={() => { act('POST', '', { user_ids: [Number(chosen.value)] }); chosen.value = '' }}
          >
            Ask for approval
          </button>
        </div>
      )}
    </section>
  )
}

/** Whether the question to a user is the one that stands above already, as it was asked of several at once. */
function isAskedAbove (approval: Schemas['Approval'], before: Schemas['Approval'] | undefined): boolean {
  return approval.decided_at === null && before?.decided_at === null && approval.text === before.text
}

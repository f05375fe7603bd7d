import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Answer } from '../../client/cutroom.d.ts'
import { api, done, type Schemas } from '../api/client.ts'
import { mayWrite, who } from '../api/session.ts'
import { loadUsers, nameAndEmail, users, whoIs } from '../items/people.ts'
import { approvalColours, approvalWords } from '../ui/approval-words.ts'
import { tellFailure } from '../ui/notes.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { ago } from '../ui/words.ts'
import './review.css'

interface ApprovalsProps {
  readonly id: string
  readonly heard: ReadonlySignal<number>
  readonly mayAsk: boolean
}

/** The users who have to approve an asset, and their decisions. */
export function Approvals ({ id, heard, mayAsk }: ApprovalsProps) {
  const chosen = useSignal('')
  const reason = useSignal('')
  const isReasonMissing = useSignal(false)
  const field = useRef<HTMLInputElement>(null)
  const path = { asset_id: id }
  const { data, reload } = useLoaded(
    async () => done(api.GET('/api/v2/assets/{asset_id}/approvals', { params: { path } })), [id, heard.value])
  useEffect(() => { loadUsers() }, [])

  async function act (asked: Promise<Answer<unknown>>) {
    try {
      await done(asked)
      await reload()
    } catch (error) {
      tellFailure(error)
    }
  }

  const { approvals, status } = data.value ?? { approvals: [], status: 'none' }
  const mine = approvals.find((approval) => approval.user_id === who.value?.user.id)

  async function decide (status: Schemas['Approval']['status']) {
    const text = status === 'pending' ? '' : reason.value.trim()
    isReasonMissing.value = status === 'rejected' && text === ''
    if (isReasonMissing.value) return field.current!.focus()
    await act(api.POST('/api/v2/assets/{asset_id}/approvals/{approval_id}', {
      params: { path: { ...path, approval_id: String(mine!.id) } }, body: { status, ...text !== '' && { text } }
    }))
    reason.value = ''
  }
  const others = [...users.value.values()]
    .filter((user) => !user.disabled && !approvals.some((approval) => approval.user_id === user.id))
  if (approvals.length === 0 && !mayAsk) return null
  return (
    <section class='approvals stack' aria-label='Approvals'>
      <h2>Approval: {approvalWords[status]}</h2>
      <ul>
        {approvals.map((approval, index) => (
          <li key={approval.id}>
            <bdi>{approval.guest ? `${approval.author} (guest)` : whoIs(approval.user_id)}</bdi>
            <span
              class={approvalColours[approval.status] ?? 'quiet'}
              title={approval.guest ? 'Decided by a link' : `Asked by ${whoIs(approval.asked_by)}`}
            >
              {approvalWords[approval.status]}{approval.decided_at !== null && ` ${ago(approval.decided_at)}`}
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
            ref={field} type='text' aria-label='Reason' placeholder='Reason' maxLength={10_000} value={reason.value}
            aria-describedby='reason-missing'
            onInput={(event) => {
              reason.value = event.currentTarget.value
              isReasonMissing.value = false
            }}
            // It would save the details of the asset.
            onKeyDown={(event) => { if (event.key === 'Enter') event.preventDefault() }}
          />
          <button type='button' class='button' onClick={async () => decide('approved')}>Approve</button>
          <button type='button' class='button' onClick={async () => decide('rejected')}>Needs changes</button>
          {mine.decided_at !== null && (
            <button type='button' class='button' onClick={async () => decide('pending')}>Take back</button>
          )}
          <p id='reason-missing' class='wrong' role='alert'>{isReasonMissing.value && 'Say what has to change first.'}</p>
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
            onClick={() => {
              const body = { user_ids: [Number(chosen.value)] }
              act(api.POST('/api/v2/assets/{asset_id}/approvals', { params: { path }, body }))
              chosen.value = ''
            }}
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

import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, type Schemas } from '../api/client.ts'
import { loadUsers, users, whoIs } from '../items/people.ts'
import { UserSelect } from '../items/user-select.tsx'
import { approvalColours, approvalWords } from '../ui/approval-words.ts'
import { ago } from '../ui/words.ts'
import type { KnownApprovals } from './use-approvals.ts'
import './review.css'

interface ApprovalsProps extends KnownApprovals {
  readonly mayAsk: boolean
}

/** The users who have to approve an asset, and their decisions. */
export function Approvals ({ path, approvals, status, act, mayAsk }: ApprovalsProps) {
  const chosen = useSignal('')
  useEffect(() => { loadUsers() }, [])
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
      {mayAsk && others.length > 0 && (
        <div class='attach'>
          <UserSelect label='Whom' chosen={chosen} among={others} />
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

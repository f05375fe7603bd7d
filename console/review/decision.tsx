import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { api, type Schemas } from '../api/client.ts'
import { mayWrite, who } from '../api/session.ts'
import { approvalColours, approvalWords } from '../ui/approval-words.ts'
import type { KnownApprovals } from './use-approvals.ts'
import './review.css'

/** How an asset stands, and one's own decision, if one is asked. */
export function Decision ({ path, approvals, status, act }: KnownApprovals) {
  const reason = useSignal('')
  const isReasonMissing = useSignal(false)
  const field = useRef<HTMLInputElement>(null)
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

  return (
    <div class='decision'>
      {status !== 'none' && <span class={`state ${approvalColours[status] ?? 'quiet'}`}>{approvalWords[status]}</span>}
      {mine !== undefined && mayWrite.value && (
        <>
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
        </>
      )}
    </div>
  )
}

import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { approvalColours, approvalWords } from '../ui/approval-words.ts'
import { ago, date } from '../ui/words.ts'
import { isOver, type LinkApi, type SharedApproval } from './api.ts'
import { guestName, NAMELESS, NameField } from './guest.tsx'
import './decisions.css'

interface DecisionsProps {
  readonly api: LinkApi
  readonly assetId: string
  /** Counts the looks for what others do. */
  readonly looks: number
  /** The field for comments asks for the name, too. */
  readonly hasComments: boolean
  /** Whether an earlier file is shown, about which nobody decides. */
  readonly isEarlier: boolean
  /** Resolves to whether the file is still the newest. */
  readonly look: () => Promise<boolean>
  readonly onFailure: (error: unknown) => void
}

interface Decided {
  readonly approvals: readonly SharedApproval[]
  readonly status: string
}

const words: typeof approvalWords = { ...approvalWords, none: 'Nobody has decided yet' }

/** What was decided about an asset and by whom, and the guest's own decision. */
export function Decisions ({ api, assetId, looks, hasComments, isEarlier, look, onFailure }: DecisionsProps) {
  const data = useSignal<Decided | null>(null)
  const reason = useSignal('')
  const failure = useSignal('')
  const isSending = useSignal(false)
  const path = `/api/v2/shared/assets/${assetId}/approvals`

  async function load (): Promise<void> {
    try {
      data.value = await api.request<Decided>('GET', path)
    } catch (error) {
      // What is being written stays on the page while the connection is away.
      if (isOver(error)) onFailure(error)
    }
  }
  useEffect(() => { load() }, [looks])

  async function decide (status: 'approved' | 'rejected'): Promise<void> {
    const name = guestName()
    failure.value = name === null ? NAMELESS : ''
    if (name === null || isSending.value) return
    isSending.value = true
    try {
      if (await look()) {
        const text = reason.value.trim()
        await api.request('POST', path, { name, status, ...text !== '' && { text } })
        reason.value = ''
        await load()
      } else failure.value = 'A new version has come. Look at it first, then decide.'
    } catch (error) {
      failure.value = (error as Error).message
    } finally {
      isSending.value = false
    }
  }

  if (data.value === null) return null
  const { approvals, status } = data.value
  return (
    <section class='decisions' aria-label='Approval'>
      <div role='status'><h2>Approval: <span class={approvalColours[status]}>{words[status]}</span></h2></div>
      <ul aria-live='polite'>
        {approvals.map(({ id, author, guest, status, text, decided_at: decided }) => (
          <li key={id}>
            <b><bdi>{author}</bdi></b>
            {guest && <span class='quiet'>guest</span>}
            <span class={approvalColours[status]}>{words[status]}</span>
            {decided !== null && <time class='quiet' dateTime={decided} title={date(decided)}>{ago(decided)}</time>}
            {text !== null && text !== '' && <p dir='auto'>{text}</p>}
          </li>
        ))}
      </ul>
      {isEarlier
        ? <p class='quiet'>To decide, go back to the present version.</p>
        : (
          <div class='decide'>
            <input
              type='text' class='reason' aria-label='What has to change' placeholder='What has to change' maxLength={1000}
              value={reason.value} onInput={(event) => { reason.value = event.currentTarget.value }}
            />
            {!hasComments && <NameField />}
            <button type='button' class='button' disabled={isSending.value} onClick={async () => decide('rejected')}>Needs changes</button>
            <button type='button' class='button primary' disabled={isSending.value} onClick={async () => decide('approved')}>Approve</button>
          </div>
          )}
      <p class='wrong' role='alert'>{failure.value}</p>
    </section>
  )
}

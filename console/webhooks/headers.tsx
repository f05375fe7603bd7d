import { useSignal } from '@preact/signals'
import { api, done } from '../api/client.ts'
import { mayWrite } from '../api/session.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { CheckInput, TextInput } from '../ui/inputs.tsx'
import type { Webhook } from './webhooks.tsx'

type Header = Webhook['webhook_headers'][number]

/** The custom headers of a webhook, and its secrets. */
export function Headers ({ webhook, onChanged }: { webhook: Webhook, onChanged: () => Promise<void> }) {
  const isAdding = useSignal(false)
  const removed = useSignal<Header | null>(null)
  const path = { webhook_id: String(webhook.id) }
  return (
    <section class='stack hook-part' aria-label='Headers'>
      <div class='section-head'>
        <h2>Headers and secrets</h2>
        {mayWrite.value && <button type='button' class='button' onClick={() => { isAdding.value = true }}>New header</button>}
      </div>
      {webhook.webhook_headers.length === 0 && <p class='quiet'>None. A secret lets the receiver check who has sent something.</p>}
      <ul class='file-list'>
        {webhook.webhook_headers.map((header) => (
          <li key={header.id}>
            <span class='mono'>{header.header_key}</span>
            <span class='quiet file-name'>
              {header.is_hmac ? 'signature' : header.hidden ? 'hidden' : header.header_value}
            </span>
            {mayWrite.value && (
              <button type='button' class='link' onClick={() => { removed.value = header }}>
                Remove<span class='hidden-text'> {header.header_key}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {isAdding.value && <NewHeader path={path} onClose={() => { isAdding.value = false }} onChanged={onChanged} />}
      {removed.value !== null && (
        <FormDialog
          title='Remove this header?' verb='Remove' isDanger onClose={() => { removed.value = null }}
          work={async () => {
            await done(api.DELETE('/api/v2/admin/webhooks/{webhook_id}/webhook_headers/{webhook_header_id}', {
              params: { path: { ...path, webhook_header_id: String(removed.value!.id) } }
            }))
            await onChanged()
          }}
        >
          <p><span class='mono'>{removed.value.header_key}</span> is not sent any more. Its value cannot be shown again.</p>
        </FormDialog>
      )}
    </section>
  )
}

interface NewHeaderProps {
  readonly path: { readonly webhook_id: string }
  readonly onClose: () => void
  readonly onChanged: () => Promise<void>
}

function NewHeader ({ path, onClose, onChanged }: NewHeaderProps) {
  const name = useSignal('')
  const value = useSignal('')
  const hidden = useSignal(false)
  const isSecret = useSignal(false)
  return (
    <FormDialog
      title='New header' verb='Save' onClose={onClose}
      work={async () => {
        await done(api.POST('/api/v2/admin/webhooks/{webhook_id}/webhook_headers', {
          params: { path },
          body: { header_key: name.value, header_value: value.value, hidden: hidden.value, is_hmac: isSecret.value }
        }))
        await onChanged()
      }}
    >
      <TextInput label='Name' value={name} required autoFocus />
      <TextInput label={isSecret.value ? 'Secret' : 'Value'} value={value} required maxLength={10_000} />
      <CheckInput label='Secret' value={isSecret} hint='never sent: the header carries a signature made with it' />
      <CheckInput label='Hidden' value={hidden} hint='sent, and shown to nobody' />
    </FormDialog>
  )
}

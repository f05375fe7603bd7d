import { useSignal } from '@preact/signals'
import { request } from '../api/client.ts'
import { ProjectField } from '../items/project-field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { SelectInput, TextInput } from '../ui/inputs.tsx'
import { EventsField } from './events-field.tsx'
import type { Webhook } from './webhooks.tsx'

interface WebhookDialogProps {
  /** Null for a new one. */
  readonly webhook: Webhook | null
  readonly onClose: () => void
  readonly onSaved: (webhook: Webhook) => Promise<void>
}

/** The form of a webhook: its events and its URL. */
export function WebhookDialog ({ webhook, onClose, onSaved }: WebhookDialogProps) {
  const name = useSignal(webhook?.name ?? '')
  const url = useSignal(webhook?.http_url ?? '')
  const method = useSignal(webhook?.http_method.toUpperCase() ?? 'POST')
  const events = useSignal<readonly string[]>(webhook?.trigger_events ?? ['ASSET_ADDED'])
  const project = useSignal(webhook?.project_id ?? null)

  async function save () {
    const body = {
      name: name.value,
      http_url: url.value.trim(),
      http_method: method.value,
      trigger_events: events.value,
      ...(project.value === null ? {} : { project_id: project.value })
    }
    const path = `/api/v2/admin/webhooks${webhook === null ? '' : `/${webhook.id}`}`
    await onSaved((await request<{ webhook: Webhook }>('POST', path, body)).webhook)
  }

  return (
    <FormDialog title={webhook === null ? 'New webhook' : 'Change webhook'} verb='Save' work={save} onClose={onClose} wide>
      <TextInput label='Name' value={name} required autoFocus />
      <TextInput label='URL' type='url' value={url} required maxLength={10_000} />
      <SelectInput label='Method' value={method}>
        {['POST', 'PUT', 'PATCH', 'GET', 'DELETE'].map((word) => <option key={word} value={word}>{word}</option>)}
      </SelectInput>
      <EventsField value={events.value} onChange={(now) => { events.value = now }} />
      {(webhook === null || webhook.project_id !== null) && (
        <ProjectField value={project.value} onChange={(id) => { project.value = id }} />
      )}
    </FormDialog>
  )
}

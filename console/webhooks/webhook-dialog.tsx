import { useSignal } from '@preact/signals'
import { api, done, type Schemas } from '../api/client.ts'
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
  const events = useSignal<Array<Schemas['EventKind']>>(webhook?.trigger_events ?? ['ASSET_ADDED'])
  const project = useSignal(webhook?.project_id ?? null)

  async function save () {
    const body = {
      name: name.value,
      http_url: url.value.trim(),
      http_method: method.value,
      trigger_events: events.value,
      ...(project.value === null ? {} : { project_id: project.value })
    }
    const saved = await done(webhook === null
      ? api.POST('/api/v2/admin/webhooks', { body })
      : api.POST('/api/v2/admin/webhooks/{webhook_id}', { params: { path: { webhook_id: String(webhook.id) } }, body }))
    await onSaved(saved.webhook)
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

import { signal } from '@preact/signals'
import { sendFile } from '../../client/send.ts'
import { api, done, type ItemType } from '../api/client.ts'
import { home } from '../api/home.ts'
import { idsOf, pathOf } from '../items/item.ts'

/** A file on its way to an attachment. */
export interface SentFile {
  /** That of the attachment. */
  readonly id: number
  readonly itemId: string
  readonly name: string
  readonly size: number
  /** What has arrived. */
  readonly bytes: number
  readonly cancel: () => void
}

/** The files under way: they go on while other pages are shown. */
export const sent = signal<readonly SentFile[]>([])

/** Attaches a file to an item. Throws what the service and the client throw; a file that is cancelled is no failure. */
export async function sendAttachment (
  type: ItemType, itemId: string, file: File, onChange: () => Promise<void>
): Promise<void> {
  const { attachment, upload } = await done(api.POST(pathOf(type, '/attachments'), {
    params: { path: idsOf(itemId) },
    body: { filename: file.name, size: file.size, ...(file.type === '' ? {} : { content_type: file.type }) }
  }))
  const stop = new AbortController()
  const { id } = attachment
  sent.value = [...sent.value, { id, itemId, name: file.name, size: file.size, bytes: 0, cancel: () => stop.abort() }]
  try {
    await sendFile({ url: home }, upload.url!, file, {
      signal: stop.signal,
      onProgress: (bytes) => { sent.value = sent.value.map((each) => each.id === id ? { ...each, bytes } : each) }
    })
  } catch (error) {
    if (!stop.signal.aborted) throw error
  } finally {
    sent.value = sent.value.filter((each) => each.id !== id)
    await onChange()
  }
}

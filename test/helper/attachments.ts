import type { Client, World } from '#test/helper/app.js'
import { succeed } from '#test/helper/items.js'
import { inOneAppWithMedia, pathOf, readUntil } from './media/world.js'

/** Declares tests about attachments, in a service that files of a database share. */
export const onBothWithAttachments = (environment?: Record<string, string>) => inOneAppWithMedia(undefined, environment)

/** An item as the paths of the API have it: `assets/<id>`. */
export type ItemPath = string

export async function attachmentsOf (client: Client, item: ItemPath): Promise<any[]> {
  return (await succeed(client.get(`${item}/attachments`))).attachments
}

/** Requests an upload for an attachment. */
export async function beginAttachment (client: Client, item: ItemPath, sent: object = {}): Promise<any> {
  return succeed(client.post(`${item}/attachments`, { filename: 'call-sheet.pdf', size: 4, ...sent }))
}

/** Sends the file of an upload. */
export async function sendFile ({ app }: World, { url }: { url: string }, bytes: Uint8Array) {
  return app.inject({ method: 'PUT', url: pathOf(url), payload: Buffer.from(bytes) })
}

/** Attaches a file, and returns the attachment when it is ready. */
export async function attachReady (
  world: World, client: Client, item: ItemPath, sent: object = {}, bytes: Uint8Array = Buffer.from('file')
): Promise<any> {
  const { attachment, upload } = await beginAttachment(client, item, { size: bytes.length, ...sent })
  const answer = await sendFile(world, upload, bytes)
  if (answer.statusCode !== 200) throw new Error(`The upload was answered with ${answer.statusCode} ${answer.body}`)
  const list = await readUntil(() => attachmentsOf(client, item), (list) =>
    list.some(({ id, status }) => id === attachment.id && status === 'ready'))
  return list.find(({ id }) => id === attachment.id)
}

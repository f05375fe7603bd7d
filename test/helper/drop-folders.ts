import { DAY_MS } from '#src/basics/units.js'
import type { Client, World } from './app.js'
import { succeed } from './items.js'
import { addLink, createGuest } from './links.js'

/** Adds a drop folder without a location, into which files come by uploads and links. */
export async function addDropFolder (client: Client, rules: object = {}): Promise<any> {
  return (await succeed(client.post('drop_folders', { title: 'From outside', public: true, ...rules }))).drop_folder
}

/** A public drop folder with a link, and somebody who has it. */
export async function addSending (world: Pick<World, 'admin' | 'anonymous'>, { folder: rules = {}, link: sent = {} } = {}) {
  const folder = await addDropFolder(world.admin, rules)
  const link = await addLink(world.admin, `drop_folders/${folder.id}`, sent)
  return { folder, link, path: `drop_folders/${folder.id}`, guest: createGuest(world, link.token) }
}

/** Announces a file by a link. */
export async function announce (guest: ReturnType<typeof createGuest>, file: object = {}): Promise<any> {
  return guest.post('shared/uploads', { name: 'Ann', path: 'clip.txt', size: 3, ...file })
}

/** An upload has got its last byte so long ago. */
export async function letRest (
  { app, adminCaller }: Pick<World, 'app' | 'adminCaller'>, uploadId: string, ms: number
): Promise<void> {
  await app.transact(adminCaller, async ({ prisma, time }) => {
    const expiresAt = new Date(time.getTime() - ms + DAY_MS)
    await prisma.upload.updateMany({ where: { id: uploadId }, data: { expiresAt, leasedUntil: null } })
  })
}

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import { MINUTE_MS } from '#src/basics/units.js'
import { createWorld, type World } from './app.js'
import { succeed } from './items.js'

const PATIENCE_MS = 60_000

/** A service with the location `ingest`, which has the files that a test writes, and works at once. */
export async function openIngest (
  t: Test, dialect: Parameters<typeof createWorld>[1], settings: Record<string, string> = {}
) {
  const folder = t.testdir({ ingest: {}, media: {} })
  const ingest = join(folder, 'ingest')
  const world = await createWorld(t, dialect, {
    JOBS: 'on',
    LOCATIONS: `ingest=${ingest}`,
    MEDIA_DIR: join(folder, 'media'),
    MEDIA_ANALYSIS_PARALLEL: '0',
    ...settings
  })
  const add = async (body: object): Promise<any> => (await succeed(world.admin.post('drop_folders', {
    title: 'Cards', location: 'ingest', settle: 2, ...body
  }))).drop_folder
  return { ...world, folder, ingest, add }
}

/** Waits for something that becomes so. */
export async function untilSo<Value> (
  read: () => Promise<Value> | Value, isExpected: (value: Value) => boolean
): Promise<Value> {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const value = await read()
    if (isExpected(value)) return value
    if (Date.now() > end) throw new Error(`It is ${JSON.stringify(value)}`)
    await sleep(200)
  }
}

/** The arrivals of a drop folder as soon as they are as expected, by their paths. */
export async function untilArrived (
  { admin }: Pick<World, 'admin'>, id: number, isExpected: (arrivals: any[]) => boolean
): Promise<Record<string, any>> {
  const read = async () => (await succeed(admin.get(`drop_folders/${id}/arrivals?limit=1000`))).arrivals as any[]
  const arrivals = await untilSo(read, isExpected)
  return Object.fromEntries(arrivals.toReversed().map((arrival) => [arrival.path, arrival]))
}

/** Lets time pass for a file that waits. It is looked at again. */
export async function letPass ({ app, adminCaller }: World, id: string, minutes: number): Promise<void> {
  // Between two looks: one that is under way would write its own times.
  const change = () => app.transact(adminCaller, async ({ prisma }) => {
    const { sameSince } = await prisma.arrival.findUniqueOrThrow({ where: { id } })
    const changed = { sameSince: new Date(sameSince.getTime() - minutes * MINUTE_MS), dueAt: new Date() }
    return (await prisma.arrival.updateMany({ where: { id, leaseToken: null }, data: changed })).count
  })
  await untilSo(change, (count) => count > 0)
}

/** Whether so many arrivals have a status. */
export const areAll = (count: number, status: string) => (all: any[]): boolean =>
  all.filter((one) => one.status === status).length === count

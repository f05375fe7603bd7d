import { SECOND_MS } from '../../basics/units.js'
import { systemCaller } from '../../core/caller.js'
import { statement } from '../../database/sql.js'
import { createAttendant, type AttendOptions } from '../../work/claims/attendant.js'
import type { Worker } from '../../work/claims/worker.js'
import { createBacklog } from '../backlog.js'
import { queueOutdated } from '../outdated.js'
import { attemptProxies, type AttemptDependencies } from './attempt.js'
import { hasFfmpeg } from './render.js'
import { renderingRows, shortRenderingRows, type RenderingClaim } from './rows.js'

/** Old files, and those that came while no proxies were made. */
export const renderingBacklog = createBacklog('media_renderings', "status = 'pending'")

const anyDue = statement('media_renderings_any_waiting', () =>
  'SELECT id FROM media_renderings WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1')

/** Files that wait when proxies are turned off are treated like those that come while they are off. */
const putAside = statement('media_renderings_put_aside', () => `
  UPDATE media_renderings SET status = 'none', quiet = true, backlog = true, due_at = NULL
  WHERE due_at IS NOT NULL AND lease_token IS NULL`)

/** The most files shorter than a minute at the same time, in addition to the others. */
const SHORT_ONES = 1

export interface RenderingsDependencies extends AttemptDependencies {
  readonly isOn: boolean
  /** Maximum number of files at the same time, in addition to a short one. */
  readonly parallel: number
  readonly worker: Worker
}

/** Makes proxies of films and sounds. Accounts take turns, and so do the users of each. */
export function createRenderings ({ isOn, parallel, worker, ...dependencies }: RenderingsDependencies) {
  const { database, transact, delays, log } = dependencies
  const options = {
    database,
    transact,
    worker,
    log,
    longestDelayMs: Math.max(10, ...delays) * SECOND_MS,
    forOthers: 0,
    async attend (claim: RenderingClaim, { stopping, before }: AttendOptions) {
      await before
      return attemptProxies(claim, dependencies, stopping)
    }
  }
  const all = createAttendant({ ...options, rows: renderingRows, mostAtOnce: parallel })
  const short = createAttendant({ ...options, rows: shortRenderingRows, mostAtOnce: SHORT_ONES })

  return {
    /** Whether films and sounds that come now get proxies. */
    isOn: (): boolean => isOn && hasFfmpeg(),

    /** Takes up due files. If there are none, it makes some of the backlog due. */
    async look (): Promise<void> {
      if (!isOn) {
        if (await database.reads.sql.first(anyDue, []) === undefined) return
        await transact(systemCaller(), async (tx) => { await tx.sql.run(putAside, []) })
        return
      }
      if (!hasFfmpeg()) return
      if (!await all.isAnyDue() && !await renderingBacklog.bringForward({ database, transact })) {
        await queueOutdated({ database, transact }, 'rendering')
      }
      await all.look()
      await short.look()
    },

    stop: async (): Promise<void> => {
      await Promise.all([all.stop(), short.stop()])
    }
  }
}

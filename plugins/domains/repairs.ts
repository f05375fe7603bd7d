import fp from 'fastify-plugin'
import { laterConsumers } from '../../src/consumers.js'
import { createTransact } from '../../src/core/transact.js'
import { createHistoryRepair } from '../../src/repairs/history.js'
import { createItemsRepair } from '../../src/repairs/items.js'
import { createRepairJobs } from '../../src/repairs/jobs.js'

/** Repairs what older versions have left out. */
export default fp(async function repairs (app) {
  const { database: { background: database }, bus, log, versionGuard } = app
  const isClosed = () => versionGuard.signal.aborted
  const transact = createTransact({ database, bus, consumers: laterConsumers, isClosed })
  app.jobs.push(...createRepairJobs({
    repairHistory: createHistoryRepair({ database, transact, number: app.numberChanges }),
    repairItems: createItemsRepair({ database, transact }),
    log
  }))
}, { name: 'repairs', dependencies: ['database', 'transact', 'changes', 'version-guard'] })

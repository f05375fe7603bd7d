import { setTimeout as delay } from 'node:timers/promises'
import { present } from '#proof/harness/next-release.js'
import { untilFinished, untilRenewed } from './finish.js'
import { startLoad } from './load.js'
import { makeNext, prepareDatabase } from './prepare.js'

const QUIET_MS = 60_000
const QUIET_IN_QUICK_MS = 2000
/** The slowest answer may take so much longer than in the same load without an upgrade. */
const SLOWER_MS = 1500
const [WITHOUT, WITH] = ['without an upgrade', 'with it']

/**
 * All processes are replaced under load, and the upgrade is finished; or it is taken back before.
 * @param {import('../../context.js').Context} context
 * @param {{ assets: number, isTakenBack: boolean }} how
 * @returns {Promise<import('../../scenarios.js').Row[]>}
 */
export async function replace (context, { assets, isTakenBack }) {
  const { options: { quick }, folder, say } = context
  const { next } = await makeNext(context)
  const prepared = await prepareDatabase(context, assets)
  const load = await startLoad(context, prepared)
  const { fleet } = load
  await load.work()
  load.measure(WITHOUT)
  await delay(quick ? QUIET_IN_QUICK_MS : QUIET_MS)
  load.measure(WITH)
  const old = [...fleet.members]
  const later = fleet.launch(next)
  await fleet.admit(later)
  say('both releases are at work')
  await load.work()
  if (isTakenBack) {
    await fleet.retire(old)
    const again = fleet.launch(present)
    await fleet.admit(again)
    await load.work()
    await fleet.retire(later)
    say('the old release is back')
  } else {
    await fleet.retire(old)
    fleet.command = next.command
    await untilFinished(prepared.database, { next, isShort: quick })
    say('the upgrade is finished')
    await load.work()
    await untilRenewed(prepared.database, { next, folder })
    say('the index is renewed')
  }
  await load.work()
  const { repeated, figures, broken, ...found } = await load.close()
  if (repeated > 0) broken.push(`${repeated} deliveries came again to receivers that had accepted them`)
  const [before, during] = [load.slowest(WITHOUT), load.slowest(WITH)]
  // A quick proof has too few answers to know how slow they are without an upgrade.
  if (!quick && during > before + SLOWER_MS) {
    broken.push(`the slowest answer took ${during} ms, and ${before} ms without an upgrade`)
  }
  return [{
    what: `three processes are replaced, and the upgrade is ${isTakenBack ? 'taken back' : 'finished'}`,
    times: 1,
    ...found,
    broken,
    figures: { ...figures, [`slowest answer ${WITHOUT}, ms`]: String(before), [WITH]: String(during) }
  }]
}

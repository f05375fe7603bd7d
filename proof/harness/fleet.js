import { openBalancer } from './balancer.js'
import { closeLater } from './closing.js'
import { launchService } from './service.js'

/** Long enough that the balancer notices, on a busy machine too. */
const DRAIN_SECONDS = 2
const roles = /** @type {const} */ (['jobs', 'requests', 'requests'])

/** @typedef {import('./next-release.js').Release} Release */

/**
 * @typedef {object} Member a process of a fleet
 * @property {'jobs' | 'requests'} role
 * @property {Release} release
 * @property {ReturnType<typeof launchService>} process
 * @property {import('./balancer.js').Backend | null} backend
 * @property {boolean} isEnded on purpose
 */

/**
 * Several processes on one PostgreSQL, as `compose.postgres.yaml` has them: one for the background work, and two that
 * answer requests behind a balancer. All of them can be replaced by those of another release.
 * @param {import('./service.js').ServiceOptions & { broken: string[], release: Release }} options `broken` gets a
 * sentence for each process that ends by itself, or badly
 */
export async function startFleet ({ broken, release: first, settings, ...place }) {
  const startedAt = performance.now()
  const balancer = await openBalancer()
  closeLater(balancer.close)
  /**
   * Those that are at work. @type {Set<Member>}
   */
  const members = new Set()
  /** Requests that killed processes had. */
  let cut = 0

  /** @returns {Member} */
  function launch (role, release) {
    const process = launchService({
      ...place,
      server: release.server,
      settings: role === 'jobs' ? { ...settings } : { ...settings, JOBS: 'off', DRAIN_SECONDS: String(DRAIN_SECONDS) }
    })
    const member = { role, release, process, backend: null, isEnded: false }
    members.add(member)
    // Who waits for it is told.
    process.ready.catch(() => {})
    process.ended.then(({ code }) => {
      if (!member.isEnded) broken.push(`a process of ${release.version} has ended by itself, with ${code}`)
    })
    return member
  }

  /** Waits until it can work. One that is killed meanwhile never can. */
  async function admit (member) {
    const service = await member.process.ready.catch((error) => {
      if (!member.isEnded) throw error
    })
    if (service === undefined || member.isEnded || member.role === 'jobs') return
    member.backend = balancer.add(service.url)
  }

  async function end (member, signal) {
    member.isEnded = true
    members.delete(member)
    const outcome = await member.process.stop(signal)
    if (member.backend !== null) balancer.remove(member.backend)
    return outcome
  }

  async function retireOne (member) {
    const { code } = await end(member, 'SIGTERM')
    if (code !== 0) broken.push(`a process of ${member.release.version}, asked to stop, ended with ${code}`)
  }

  const fleet = {
    url: balancer.url,
    pid: process.pid,
    startedAt,
    members,
    /** Of the release that the database is of. */
    command: first.command,
    /** Starts all processes of a release at once, beside those that are there. */
    launch: (release) => roles.map((role) => launch(role, release)),
    /** @param {Member[]} some */
    admit: async (some) => { await Promise.all(some.map(admit)) },
    /**
     * Stops processes, one after the other, as operators do.
     * @param {Member[]} some
     */
    async retire (some) {
      for (const member of some) if (!member.isEnded) await retireOne(member)
    },
    /** Kills a process. Returns the one that is started in its place. */
    async kill (member) {
      await end(member, 'SIGKILL')
      cut += member.backend?.cut ?? 0
      return launch(member.role, member.release)
    },
    /** Requests that killed processes had. */
    cut: () => cut,
    /** The URL of each process, which has to be ready. */
    urls: async () => (await Promise.all([...members].map((member) => member.process.ready))).map(({ url }) => url),
    /** Stops all. */
    async stop () {
      await Promise.all([...members].map(retireOne))
      return { code: 0, stdout: '', stderr: '' }
    },
    ended: new Promise(() => {}),
    freeze: () => {},
    thaw: () => {}
  }
  await fleet.admit(fleet.launch(first))
  return fleet
}

import { setTimeout as delay } from 'node:timers/promises'
import { call } from '../support/call.js'
import { eventually } from '#proof/harness/waiting.js'
import { moment } from './setup.js'

/**
 * @typedef {object} Pulses in milliseconds since each write was sent
 * @property {number[]} arrived when the event arrived at the receiver: a little more than from its commit
 * @property {number[]} answered when the write was confirmed
 */

/**
 * Writes at a steady rate, and measures how long each event takes.
 * @param {import('../support/processes.js').Server} server
 * @param {import('../support/receiver.js').Receiver} receiver with `trace`
 * @param {{ path: string, perSecond: number, seconds: number }} options `path` is the watched path of the receiver
 * @returns {Promise<Pulses>}
 */
export async function pulse (server, receiver, { path, perSecond, seconds }) {
  await receiver.reset()
  const writes = []
  const start = moment()
  for (let count = 0; count < perSecond * seconds; count++) {
    await delay(start + count * 1000 / perSecond - moment())
    writes.push(write(server))
  }
  return arrivalsOf(await Promise.all(writes), receiver, path)
}

/** The same one by one, each after the one before has arrived and a pause of varying length. */
export async function lonePulses (server, receiver, { path, count }) {
  /** @type {Pulses} */
  const pulses = { arrived: [], answered: [] }
  for (let index = 0; index < count; index++) {
    await receiver.reset()
    const { arrived, answered } = await arrivalsOf([await write(server)], receiver, path)
    pulses.arrived.push(...arrived)
    pulses.answered.push(...answered)
    await delay(50 + 100 * Math.random())
  }
  return pulses
}

async function write (server) {
  const sentAt = moment()
  const { asset } = await call(server, 'POST', 'assets', {
    title: 'Interview',
    category: 'Rushes',
    tags: ['interview']
  })
  return { id: asset.id, sentAt, answeredAt: moment() }
}

async function arrivalsOf (writes, receiver, path) {
  let arrivals
  await eventually('every event arrives', async () => {
    ({ arrivals } = await receiver.seen())
    return writes.every(({ id }) => `${id} ${path}` in arrivals)
  })
  return {
    arrived: writes.map(({ id, sentAt }) => arrivals[`${id} ${path}`] - sentAt),
    answered: writes.map(({ answeredAt, sentAt }) => answeredAt - sentAt)
  }
}

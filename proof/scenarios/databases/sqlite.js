import { statSync, writeFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ask } from '#proof/harness/api.js'
import { closeLater } from '#proof/harness/closing.js'
import { sqliteAt } from '#proof/harness/databases.js'
import { eventually } from '#proof/harness/waiting.js'
import { lacksSmallDisk, mountSmallDisk } from '#proof/harness/small-disk.js'
import { Sqlite } from '../../../src/database/driver.mjs'

const MEBIBYTE = 1024 ** 2
const DISK_MEBIBYTES = 64
/** Longer than the service waits for another writer. */
const HOLD_MS = 6000

const needs = () => lacksSmallDisk || null

async function openOnSmallDisk () {
  const disk = await mountSmallDisk(DISK_MEBIBYTES)
  closeLater(disk.close)
  return { disk, database: sqliteAt(join(disk.path, 'cutroom.db')) }
}

/** Opens the file as another program would. */
function openStranger ({ url }) {
  const stranger = new Sqlite(url.replace(/^file:/, ''), { timeout: 50 })
  closeLater(() => { stranger.close() })
  return stranger
}

/** @type {import('../databases.js').Fault[]} */
export const faults = [
  {
    name: 'the disk is full',
    needs,
    async prepare ({ options: { quick } }) {
      const { disk, database } = await openOnSmallDisk()
      const file = join(disk.path, 'of-somebody-else')
      return {
        database,
        times: 1,
        async strike ({ answers }) {
          try {
            for (let part = 0; part < DISK_MEBIBYTES * 16; part++) {
              writeFileSync(file, Buffer.alloc(MEBIBYTE / 16), { flag: 'a' })
            }
          } catch (error) {
            if (error.code !== 'ENOSPC') throw error
          }
          const refused = answers.get(503) ?? 0
          await eventually('somebody is refused as the disk is full', () => (answers.get(503) ?? 0) > refused)
          await delay(quick ? 1000 : 20_000)
          rmSync(file)
        }
      }
    }
  },
  {
    name: 'the file cannot be written to, and the service is restarted',
    needs,
    async prepare () {
      const { disk, database } = await openOnSmallDisk()
      return {
        database,
        times: 1,
        isGone: true,
        async strike (world) {
          await world.service.stop()
          await disk.setReadOnly(true)
          const broken = await world.start().then(() => refusesWrites(world.service.url), saysWhy)
          await world.service.stop('SIGKILL')
          await disk.setReadOnly(false)
          await world.start()
          return broken
        }
      }
    }
  },
  {
    name: 'a reader never ends',
    async prepare ({ createDatabase, options: { quick }, say }) {
      const database = await createDatabase()
      return {
        database,
        times: 1,
        async strike () {
          const stranger = openStranger(database)
          stranger.exec('BEGIN')
          stranger.prepare('SELECT count(*) FROM assets').get()
          await delay(quick ? 2000 : 60_000)
          const { size } = statSync(`${database.url.replace(/^file:/, '')}-wal`)
          say(`the log has ${(size / MEBIBYTE).toFixed(1)} MiB`)
          stranger.exec('COMMIT')
        }
      }
    }
  },
  {
    name: 'another process writes, and holds the file for six seconds',
    async prepare ({ createDatabase, options: { quick } }) {
      const database = await createDatabase()
      const times = quick ? 1 : 5
      return {
        database,
        times,
        async strike (world) {
          const stranger = openStranger(database)
          for (let time = 0; time < times; time++) {
            await begin(stranger)
            stranger.exec('CREATE TABLE IF NOT EXISTS stranger (n INTEGER); INSERT INTO stranger VALUES (1)')
            await delay(HOLD_MS)
            stranger.exec('COMMIT')
            await world.untilWritten()
          }
        }
      }
    }
  }
]

/** Waits for the lock without blocking the callers, which run in this process too. */
async function begin (stranger) {
  for (;;) {
    try {
      return stranger.exec('BEGIN IMMEDIATE')
    } catch (error) {
      if (error.code !== 'SQLITE_BUSY') throw error
      await delay(5)
    }
  }
}

async function refusesWrites (url) {
  const { status } = await ask(url, 'POST', 'assets', { title: 'never' })
  return status === 503 ? [] : [`a write to a file that cannot be written to answered ${status}`]
}

/** A refused start must give the reason in one line. */
function saysWhy (error) {
  return /code 1\b|"code":1\b/.test(error.message) ? [] : [`the start on a file that cannot be written to: ${error.message}`]
}

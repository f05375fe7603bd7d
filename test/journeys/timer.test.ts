import { pino } from 'pino'
import { buildApp } from '../../src/app.js'
import { readConfig } from '../../src/process/config.js'
import { openDatabase } from '../../src/database/database.js'
import { neverOverloaded, onBothDatabases } from '../helper/app.js'
import { addAsset, addItemTo, addProject, isDeleted, succeed } from '../helper/items.js'
import { eventually } from '../helper/receiver.js'

onBothDatabases('At its start the service purges due items, and only those', async (t, { app, admin, adminCaller, url }) => {
  const project = await addProject(admin)
  const inProject = await addItemTo(admin, 'assets', project.id)
  const [due, fresh] = [await addAsset(admin), await addAsset(admin)]
  await succeed(admin.post(`projects/${project.id}/trash_bin`))
  await succeed(admin.post(`assets/${due.id}/trash_bin`))
  await app.transact(
    adminCaller,
    (tx) => tx.prisma.trashCohort.updateMany({ data: { trashedAt: new Date(Date.now() - 15 * 24 * 60 * 60 * 1000) } })
  )
  await succeed(admin.post(`assets/${fresh.id}/trash_bin`))

  const start = async (jobs: 'on' | 'off') => {
    const second = await buildApp({
      config: readConfig({ DATABASE_URL: url, JOBS: jobs, MEDIA_DIR: t.testdir() }),
      database: await openDatabase(url),
      logger: pino({ level: 'silent' }),
      overload: neverOverloaded
    })
    await second.ready()
    return second
  }
  const idle = await start('off')
  await idle.close()
  t.equal(await isDeleted(admin, 'assets', due.id), true, 'with JOBS=off that is left to another process')

  const second = await start('on')
  t.teardown(() => second.close())
  const states = async () =>
    Promise.all([isDeleted(admin, 'projects', project.id), isDeleted(admin, 'assets', inProject.id),
      isDeleted(admin, 'assets', due.id)])
  await eventually('all that is due is purged', async () => (await states()).every((state) => state === null))
  t.equal(await isDeleted(admin, 'assets', fresh.id), true)
})

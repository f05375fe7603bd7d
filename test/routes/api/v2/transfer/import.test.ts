import { httpDialects, inOneApp } from '../../../../helper/app.js'
import { addAsset, addProject, eventsOf, readItem, succeed } from '../../../../helper/items.js'
import { done, countsOf, NDJSON, runImport, sendImport, workImports } from '../../../../helper/transfer.js'

const inAnAccount = inOneApp()

inAnAccount('Rows of a CSV create items, change them or leave them as they are; wrong rows are listed with line and column', async (t, world) => {
  const { admin, adminCaller } = world
  const file = [
    'type,external_id,project,title,tags,file_url,filename', 'project,P1,,Film,,,',
    'asset,A1,P1,"Interview, day 1",raw|a\\|b,,', 'asset,A2,P1,Second,,https://files.example.com/a.mov,a.mov',
    'asset,A3,nowhere,Third,,,', 'movie,A4,,Fourth,,,', 'asset,A1,P1,"Interview, day 1",raw|a\\|b,,',
    'asset,A1,P1,"Interview, day 2",raw|a\\|b,,', ''
  ].join('\r\n')
  const dry = await runImport(world, file, { query: '?dry_run=true' })
  t.strictSame((await succeed(admin.get('search'))).results, [], 'a dry run leaves nothing')
  const result = await runImport(world, file)
  t.strictSame(countsOf(result), done({ rows: 7, created: 3, updated: 1, unchanged: 1, failed: 2 }))
  t.strictSame(result.errors, [
    { line: 5, column: 'project', error: 'project with id: nowhere not found' },
    { line: 6, column: 'type', error: 'Must be one of: <code>asset</code>, <code>project</code>.' }
  ])
  t.strictSame([countsOf(dry), dry.errors], [countsOf(result), result.errors], 'the dry run has reported exactly that')

  const { id } = await succeed(admin.get('external_ids/A1'))
  const asset = await readItem(admin, 'assets', id)
  t.match(asset, { title: 'Interview, day 2', tags: ['raw', 'a|b'], owner: adminCaller.email, external_id: 'A1' })
  t.equal(asset.project_id, (await succeed(admin.get('external_ids/P1'))).id)
  t.strictSame(await eventsOf(admin, 'assets', id), ['ASSET_EDITED_METADATA', 'ASSET_LINKED', 'ASSET_ADDED'])
  const second = (await succeed(admin.get('external_ids/A2'))).id
  t.match((await succeed(admin.get(`assets/${second}/media`))).media, [{ filename: 'a.mov', status: 'pending' }])
  t.equal((await succeed(admin.get('search?q=interview'))).results.length, 1)

  const again = await runImport(world, file)
  t.strictSame(countsOf(again), done({ rows: 7, updated: 2, unchanged: 3, failed: 2 }))
  const errors = await admin.get(`imports/${again.import.id}/errors`)
  t.equal(
    errors.text,
    'line,column,error\r\n5,project,project with id: nowhere not found\r\n6,type,"Must be one of: <code>asset</code>, <code>project</code>."\r\n'
  )
  t.strictSame((await succeed(admin.get('imports'))).imports.map((one: any) => one.id), [again.import.id,
    result.import.id, dry.import.id])
})

inAnAccount('mode and key decide whether a row may create or update an item', async (t, world) => {
  const { admin, adminCaller } = world
  const known = await addAsset(admin, { title: 'Known' })
  const create = await runImport(world, `id,title\n${known.id},Other\nnew,New\n`, { query: '?mode=create&key=id' })
  t.strictSame([countsOf(create), create.errors], [done({ rows: 2, created: 1, failed: 1 }), [{
    line: 2,
    column: 'id',
    error: 'has already been taken'
  }]])
  const update = await runImport(world, `id,title,external_id\n${known.id},Other,E\nnew,New,F\n`, {
    query: '?mode=update&key=id'
  })
  t.strictSame([countsOf(update), update.errors], [done({ rows: 2, updated: 1, failed: 1 }), [{
    line: 3,
    column: 'id',
    error: 'asset not found'
  }]])
  t.match(await readItem(admin, 'assets', known.id), { title: 'Other', external_id: 'E' })

  const readOnly = await runImport(
    world,
    `id,title,owner,status,deleted,created_date\n${known.id},Other,x@example.com,open,false,${known.created_date}\n${known.id},Third,${adminCaller.email},done,true,2020-01-01T00:00:00Z\n${known.id},Fourth,,,,\n`,
    { query: '?key=id' }
  )
  t.strictSame(readOnly.errors, [
    { line: 2, column: 'owner', error: 'Must not be changed' },
    { line: 3, column: 'status', error: 'Must not be changed' },
    { line: 3, column: 'deleted', error: 'Must not be changed' },
    { line: 3, column: 'created_date', error: 'Must not be changed' }
  ])
  t.equal((await readItem(admin, 'assets', known.id)).title, 'Fourth')
})

inAnAccount('An import puts no project below itself and no external id on two items, and a dry run reports the same', async (t, world) => {
  const { admin } = world
  const [a, b] = [await addProject(admin, { title: 'A' }), await addProject(admin, { title: 'B' })]
  const file =
    `type,id,project_id,external_id\nproject,${a.id},${b.id},X\nproject,${b.id},${a.id},Y\nproject,${b.id},,X\nproject,${a.id},,Y\nproject,${b.id},,X\n`
  const dry = await runImport(world, file, { query: '?key=id&dry_run=true' })
  const result = await runImport(world, file, { query: '?key=id' })
  t.strictSame([countsOf(dry), dry.errors], [countsOf(result), result.errors])
  t.strictSame(countsOf(result), done({ rows: 5, updated: 3, failed: 2 }))
  t.strictSame(result.errors, [
    { line: 3, column: 'project_id', error: 'project cannot be assigned to itself or its subprojects' },
    { line: 4, column: 'external_id', error: 'has already been taken' }
  ])
})

inAnAccount('An import with wrong columns fails before its first row, and wrong rows are listed with their lines', async (t, world) => {
  const failures: Array<[file: string, error: string]> = [
    ['', 'The first line must hold the names of the columns'],
    ['title,flavour\nx,red\n', "Unknown column 'flavour'"],
    ['title,title\nx,y\n', "Column 'title' is there twice"],
    ['title,field.99\nx,y\n', "Unknown column 'field.99'"],
    [Array.from({ length: 10_000 }, (_, index) => `c${index}`).join(), "Unknown column 'c0'"]
  ]
  for (const [file, error] of failures) {
    const result = await runImport(world, file)
    t.strictSame([countsOf(result), result.errors], [{ ...done({ error }), status: 'failed' }, []])
  }
  const big = 'x'.repeat(7 * 1024 ** 2)
  const wrong = await runImport(
    world,
    `title,description\nfirst,one\nbad"quote,x\n"a\nb",${big}\nfew\nlast,"two"\n"open,x\nnever,y\n`
  )
  t.strictSame(countsOf(wrong), {
    status: 'failed',
    rows: 6,
    created: 2,
    updated: 0,
    unchanged: 0,
    failed: 4,
    error: 'A quote is opened and not closed again: line 8'
  })
  t.strictSame(wrong.errors, [
    { line: 3, column: null, error: 'Must be written as RFC 4180 has it' },
    { line: 4, column: 'description', error: 'Must be a String of at most 100000 characters' },
    { line: 6, column: null, error: 'Must have as many cells as there are columns' },
    { line: 8, column: null, error: 'Must be written as RFC 4180 has it' }
  ])
  const lines = await runImport(
    world,
    '{"title":"a"}\n\n[1]\n{"title":5,"tags":"x","nmae":1}\n{"type":"project","project":{"title":"P"},"custom_fields":[],"media":[]}\n{',
    { headers: NDJSON }
  )
  t.strictSame(countsOf(lines), done({ rows: 5, created: 2, failed: 3 }))
  t.strictSame(lines.errors, [
    { line: 3, column: null, error: 'Must be a JSON object' },
    { line: 4, column: 'nmae', error: 'Unknown column' },
    { line: 4, column: 'title', error: 'Must be a String' },
    { line: 4, column: 'tags', error: 'Must be an array of String' },
    { line: 6, column: null, error: 'Must be a JSON object' }
  ])
}, {}, httpDialects)

inAnAccount('A row has at most 8 MiB and 100,000 values or cells, JSON 32 deep; larger ones are listed, others imported', async (t, world) => {
  const large = 'x'.repeat(8 * 1024 ** 2)
  const values = (count: number) => `{"title":"b","tags":[${Array(count).fill('1').join()}]}`
  const lines = await runImport(world, [
    '{"title":"a"}', `{"title":"${large}"}`, values(99_997), values(99_999), `{"tags":${'['.repeat(32)}${']'.repeat(32)}}`, '{"title":"c"}'
  ].join('\n'), { headers: NDJSON })
  t.strictSame(countsOf(lines), done({ rows: 6, created: 2, failed: 4 }))
  const tooMuch = 'Must have at most 100000 JSON values, nested at most 32 deep'
  t.strictSame(lines.errors, [
    { line: 2, column: null, error: 'Must not be larger than 8 MiB' },
    { line: 3, column: 'tags', error: 'Must be an array of String' },
    { line: 4, column: null, error: tooMuch },
    { line: 5, column: null, error: tooMuch }
  ])
  const table = await runImport(world, ['title', 'a', large, `"${'"",'.repeat(99_999)}"`, ','.repeat(99_999), ','.repeat(100_000), 'c'].join('\n'))
  t.strictSame(countsOf(table), done({ rows: 5, created: 2, failed: 3 }))
  t.strictSame(table.errors, [
    { line: 3, column: null, error: 'Must not be larger than 8 MiB' },
    { line: 4, column: 'title', error: 'Must be a String of at most 1000 characters' },
    { line: 6, column: null, error: 'Must have as many cells as there are columns' }
  ])
}, {}, httpDialects)

inAnAccount('Imports are visible to their account only and can be cancelled; other types and parameters are refused', async (t, world) => {
  const { admin, addStranger, anonymous } = world
  const stranger = (await addStranger()).client
  const { id } = await sendImport(admin, 'title\nx\n')
  t.equal((await admin.get(`imports/${id}`)).body.import.status, 'pending')
  for (
    const answer of [await stranger.get(`imports/${id}`), await stranger.delete(`imports/${id}`),
      await stranger.get(`imports/${id}/errors`), await admin.get('imports/none')]
  ) {
    t.strictSame([answer.status, answer.body], [404, { error: 'Import not found' }])
  }
  t.strictSame(await succeed(stranger.get('imports')), { imports: [] })
  t.strictSame(await succeed(admin.delete(`imports/${id}`)), { ok: 'Import cancelled' })
  await workImports(world)
  t.match((await succeed(admin.get(`imports/${id}`))).import, { status: 'cancelled', rows: 0, finished_at: String })
  t.strictSame((await succeed(admin.get('search'))).results, [])
  t.equal(await world.app.database.reads.prisma.importChunk.count(), 0, 'nothing is left of the file')

  const json = await admin.send('POST', 'imports', '{}', { 'content-type': 'application/json' })
  t.strictSame([json.status, json.body], [415, { error: 'Content-Type must be text/csv or application/x-ndjson' }])
  t.equal((await anonymous.send('POST', 'imports', 'title\n', { 'content-type': 'text/csv' })).status, 401)
  const bad = [['mode=replace',
    'Invalid parameter \'mode\' value "replace": Must be one of: <code>create</code>, <code>update</code>, <code>upsert</code>.'],
  ['key=title',
    'Invalid parameter \'key\' value "title": Must be one of: <code>external_id</code>, <code>id</code>.'], [
    'dry_run=1',
    'Invalid parameter \'dry_run\' value "1": Must be true or false'
  ], ['dryrun=true', "Unknown parameter 'dryrun'"]] as const
  for (const [query, error] of bad) {
    const { status, body } = await admin.send('POST', `imports?${query}`, 'title\n', { 'content-type': 'text/csv' })
    t.strictSame([status, body], [422, { error }])
  }
})

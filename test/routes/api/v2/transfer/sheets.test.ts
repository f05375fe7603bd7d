import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { onBothDatabases, onOneDatabase, type World } from '../../../../helper/app.js'
import { addAsset, addItemTo, addProject, readItem, succeed } from '../../../../helper/items.js'
import { countsOf, done, runImport } from '../../../../helper/transfer.js'

const FORMULA = "=cmd|' /C calc'!A0"
/** Texts that a spreadsheet may run as a formula. */
const RUN = /^[\s\p{Cc}\u200b-\u200f]*[=+\-@＝＋－＠]/u
const BYTE_ORDER_MARK = '\uFEFF'

async function addFields ({ admin }: World): Promise<void> {
  const { field_group: group } = await succeed(admin.post('admin/field_groups', { name: 'Shots' }))
  for (const [name, type] of [['Location', 'textbox'], ['Ready; or\tnot', 'boolean'], [FORMULA, 'date']]) {
    await succeed(admin.post(`admin/field_groups/${group.id}/fields`, {
      name, field_type: type, dropdown_options: [], searchable: true, read_only: false
    }))
  }
}

/** Gives an asset a ready file, as an ingest would. */
async function addReadyFile ({ app, adminCaller }: World, assetId: string, sha256: string, id: string): Promise<void> {
  await app.transact(adminCaller, async (tx) => {
    const time = { createdAt: tx.time }
    const { accountId, userId } = adminCaller
    await tx.prisma.mediaBlob.create({ data: { id, sha256, size: 9_000_000_000n, key: sha256, ...time } })
    await tx.prisma.mediaFile.create({
      data: {
        id, accountId, userId, assetId, filename: 'a.mov', sourceUrl: '', status: 'ready', blobId: id, progress: 1n, ...time
      }
    })
  })
}

async function fill (world: World) {
  const { admin } = world
  await addFields(world)
  const film = await addProject(admin, { title: '=Film' })
  const asset = await addItemTo(admin, 'assets', film.id, { title: 'Take 1', tags: [''] })
  await succeed(admin.post(`assets/${asset.id}/custom_fields/1`, {
    custom_fields: { 1: '+49 30 1', 2: true, 3: '2026-01-15' }
  }))
  await addReadyFile(world, asset.id, 'ab'.repeat(32), '019bc101-2f4e-7c11-9b6a-5d0e8f3a7c42')
  return { film, asset }
}

const split = (text: string): string[][] => parse(text.replace(BYTE_ORDER_MARK, ''), { record_delimiter: ['\r\n'] })

onBothDatabases('A CSV for Excel names fields and projects, shows size and checksum of files, and has no formulas', async (t, world) => {
  const { admin } = world
  const { film, asset } = await fill(world)
  const plain = split((await admin.get('export?format=csv')).text)
  const text = (await admin.get('export?format=csv&for=excel')).text
  t.ok(text.startsWith(BYTE_ORDER_MARK))
  const [headings, ...rows] = split(text) as [string[], ...string[][]]
  t.strictSame(headings.slice(0, -6), plain[0]!.slice(0, -3))
  t.strictSame(headings.slice(-6), [
    'Location (field.1)', 'Ready; or\tnot (field.2)', `'${FORMULA} (field.3)`,
    'project_title', 'media_size', 'media_checksum'
  ])
  t.strictSame(rows.map((row) => row.slice(-6)), [
    ['', '', '', '', '', ''],
    ["'+49 30 1", 'true', '2026-01-15', "'=Film", '9000000000', 'ab'.repeat(32)]
  ])
  t.equal(rows[1]![headings.indexOf('tags')], '\\')
  t.notOk([headings, ...rows].flat().some((cell) => RUN.test(cell)))
  t.strictSame((await readItem(admin, 'assets', asset.id)).project_id, film.id)
})

onBothDatabases('A CSV for Excel can be imported as spreadsheets save it', async (t, world) => {
  const { admin, adminCaller } = world
  const { asset } = await fill(world)
  const rows = split((await admin.get('export?format=csv&for=excel')).text)
  const unchanged = done({ rows: 2, unchanged: 2 })
  for (const delimiter of [',', ';', '\t']) {
    for (const [name, mark, saved] of [
      ['as it is', BYTE_ORDER_MARK, rows],
      ['without its mark', '', rows],
      ['with words of a spreadsheet', BYTE_ORDER_MARK,
        rows.map((row) => row.map((cell) => /^(?:true|false)$/.test(cell) ? cell.toUpperCase() : cell))],
      ['with empty rows', '', [...rows, rows[0]!.map(() => ''), rows[0]!.map(() => '')]]
    ] as const) {
      const file = mark + stringify(saved as string[][], { delimiter, record_delimiter: 'windows' })
      const result = await runImport(world, file)
      t.strictSame([countsOf(result), result.errors], [unchanged, []], `${name}, ${JSON.stringify(delimiter)}`)
    }
    const few = `title;Location (field.1);id\n"Take; ${delimiter} 2";'+1;${asset.id}\n`.replaceAll(';', delimiter)
    const result = await runImport(world, few, { query: '?key=id' })
    t.strictSame([countsOf(result), result.errors], [done({ rows: 1, updated: 1 }), []])
    const { values } = (await succeed(admin.get(`assets/${asset.id}/custom_fields`))).custom_fields[0]
    t.equal(values[1], '+1')
    t.equal((await readItem(admin, 'assets', asset.id)).title, `Take; ${delimiter} 2`.replaceAll(';', delimiter))
    await runImport(world, stringify(rows))
  }

  await t.test('also if the import goes on after a stop', async (t) => {
    for (const isProtected of [true, false]) {
      const header = JSON.stringify({ columns: ['id', 'title'], delimiter: ',', isProtected })
      const { id } = (await succeed(admin.send('POST', 'imports?key=id', `id,title\n${asset.id},'=x\n`, {
        'content-type': 'text/csv'
      }))).import
      await world.app.transact(adminCaller, async (tx) => {
        await tx.prisma.import.update({ where: { id }, data: { header, position: 9, line: 2 } })
      })
      while (await world.app.importJob.run(new AbortController().signal, () => {}) === 'more');
      t.match((await succeed(admin.get(`imports/${id}`))).import, { status: 'done', rows: 1, updated: 1 })
      t.equal((await readItem(admin, 'assets', asset.id)).title, isProtected ? '=x' : "'=x")
    }
  })
})

onOneDatabase('Columns that a CSV for Excel only shows cannot be changed by an import', async (t, world) => {
  const { admin } = world
  const { film, asset } = await fill(world)
  const other = await addAsset(admin)
  const READ_ONLY = 'Must not be changed'
  const result = await runImport(world, [
    'type,id,project,title,project_title,media_size,media_checksum',
    `asset,${asset.id},${film.id},Take 1,Other,1,${'00'.repeat(32)}`,
    `asset,${asset.id},${film.id},Take 2,=Film,9000000000,${'ab'.repeat(32)}`,
    `asset,${other.id},${film.id},Moved,=Film,,`,
    `asset,${other.id},,Out,=Film,,`,
    `asset,${other.id},${film.id},With a file,,1,`,
    `asset,,${film.id},New,=Film,5,${'cd'.repeat(32)}`,
    'asset,,,Newer,=Film,,',
    'asset,,P-0,Nowhere,=Film,,',
    `project,${film.id},,Film,,,`
  ].join('\n'))
  t.strictSame(result.errors, [
    { line: 2, column: 'project_title', error: READ_ONLY },
    { line: 2, column: 'media_size', error: READ_ONLY },
    { line: 2, column: 'media_checksum', error: READ_ONLY },
    { line: 5, column: 'project_title', error: READ_ONLY },
    { line: 6, column: 'media_size', error: READ_ONLY },
    { line: 8, column: 'project_title', error: READ_ONLY },
    { line: 9, column: 'project', error: 'project with id: P-0 not found' }
  ])
  t.match(countsOf(result), { rows: 9, created: 1, updated: 3, failed: 5 })
})

onOneDatabase('An import of a file that cannot be read as a table fails with the reason', async (t, world) => {
  for (const [file, error] of [
    ['title;flavour;tags\nx;red;\n', "Unknown column 'flavour'"],
    ['title;Nowhere (field.99)\nx;y\n', "Unknown column 'Nowhere (field.99)'"],
    ['title\ttitle\nx\ty\n', "Column 'title' is there twice"]
  ] as const) {
    t.match((await runImport(world, file)).import, { status: 'failed', error, rows: 0 })
  }
  const others = [Buffer.from('title;tags\nx;y\n', 'utf16le'), Buffer.from('Z\xfcrich\n', 'latin1'),
    Buffer.from([0xff, 0xfe, 0, 0, 0x74, 0, 0, 0])]
  for (const payload of others) {
    const { import: failed } = await runImport(world, payload)
    t.match(failed, { status: 'failed', error: 'Must be UTF-8, or UTF-16 with a byte order mark' })
  }
  await addFields(world)
  const twice = await runImport(world, 'title,Place (field.1),field.1\nx,y,z\n')
  t.match(twice.import, { status: 'failed', error: "Column 'field.1' is there twice" })
})

const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16()

onOneDatabase('Files of Excel are read: in UTF-16, and with a line that names the separator', async (t, world) => {
  const table = (separator: string) => [['title', 'tags', 'description'], ['Zürich 東京', 'a|b', `"x${separator}\ny"`]]
    .map((row) => row.join(separator)).join('\r\n') + '\r\n'
  const files: Array<[name: string, file: string | Buffer]> = [
    ['UTF-16, tabs', Buffer.from(BYTE_ORDER_MARK + table('\t'), 'utf16le')], ['big endian', swapped(BYTE_ORDER_MARK + table(';'))],
    ['sep=;', `sep=;\r\n${table(';')}`], ['sep=| and a mark', `${BYTE_ORDER_MARK}sep=|\n${table('|').replace('a|b', '"a|b"')}`],
    ['quoted, tabs', `"sep=\t"\r\n${table('\t')}`], ['capitals, separators behind it', `SEP=,,,\r\n${table(',')}`],
    ['UTF-16 and sep', Buffer.from(`${BYTE_ORDER_MARK}sep=;\r\n${table(';')}`, 'utf16le')]
  ]
  for (const [name, file] of files) {
    const { import: made, errors } = await runImport(world, file)
    t.match([made, errors], [{ status: 'done', created: 1 }, []], name)
    const [{ asset: { title, tags, description } }] = (await succeed(world.admin.get('search?limit=1&sort=-created_date&type=asset'))).results
    t.match([title, tags, description.slice(0, 1)], ['Zürich 東京', ['a', 'b'], 'x'], name)
    await succeed(world.admin.post('bulk', { operations: (await succeed(world.admin.get('assets'))).assets.map(({ id }: any) => ({ method: 'DELETE', path: `/api/v2/assets/${id}` })) }))
  }
  const { errors } = await runImport(world, 'sep=;\nid;title;tags\n;x;y\n;too;many;cells\n')
  t.strictSame(errors.map(({ line }: any) => line), [4], 'lines are those of the file')
  t.match((await runImport(world, 'sep=;\n')).import, { status: 'failed', error: 'The first line must hold the names of the columns' })
})

/** The titles of what a file has made, in the order of its rows. Removes it again. */
async function titlesMade (
  world: World, file: string | Buffer
): Promise<{ titles: string[], errors: any[], error: string | null }> {
  const { import: { error }, errors } = await runImport(world, file)
  const { assets } = await succeed(world.admin.get('assets?sort=title'))
  const operations = assets.map(({ id }: any) => ({ method: 'DELETE', path: `/api/v2/assets/${id}` }))
  if (operations.length > 0) await succeed(world.admin.post('bulk', { operations }))
  return { titles: assets.map(({ title, tags }: any) => [title, ...tags].join()), errors, error }
}

onOneDatabase('What one does not see in a sheet is no content: empty columns and rows, and what is around names', async (t, world) => {
  const table = (...rows: string[]) => rows.join('\r\n')
  const whole = ['a,1', 'b,2']
  const files: Array<[name: string, file: string | Buffer]> = [
    ['empty columns behind', table('type,title,tags,,', 'asset,a,1,,', 'asset,b,2,,', ',,,,', '')],
    ['of different count', table('type,title,tags,,,', 'asset,a,1', 'asset,b,2,,,,,,,')],
    ['in front', table(',,title,tags', ',,a,1', ',,b,2')],
    ['on both sides, semicolons', table(';title;tags;;', ';a;1;;', ';b;2;;')],
    ['tabs', table('\ttitle\ttags\t\t', '\ta\t1\t\t', '\tb\t2\t\t')],
    ['quoted', table('"title","tags",""," "', '"a","1","",""', '"b","2",""," "', '"","","",""')],
    ['spaces around names', table('type, title , tags', ',a,1', ',b,2')],
    ['NBSP, zero width, marks', table('\u00a0title\u00a0,\u200btags\u2060\ufeff,\u200e', 'a,1,', 'b,2,\u00a0')],
    ['rows of spaces', table('title,tags', ' , ', 'a,1', '   ', '\u00a0,\u200b', 'b,2', '  ,  ', '\t')],
    ['empty rows in front', table('', ',', ' ', 'title,tags', 'a,1', '', ',', '""', 'b,2', '', '')],
    ['a mark and empty rows in front', table(`${BYTE_ORDER_MARK},,`, ',,', 'title,tags,', 'a,1,', 'b,2,')],
    ['sep= and empty rows', table('sep=;', ';;', 'title;tags;', 'a;1;', 'b;2;')],
    ['a Mac', table('title,tags', 'a,1', 'b,2', '').replaceAll('\r\n', '\r')],
    ['a Mac, without an end, empty columns', table(',,,', 'title,tags,,', 'a,1,,', 'b,2,,').replaceAll('\r\n', '\r')],
    ['a Mac, semicolons, a mark', BYTE_ORDER_MARK + table('sep=;', 'title;tags', 'a;1', ';', 'b;2').replaceAll('\r\n', '\r')],
    ['UTF-16, tabs, empty columns', Buffer.from(BYTE_ORDER_MARK + table('title\ttags\t\t', 'a\t1\t\t', 'b\t2', '\t\t\t'), 'utf16le')],
    ['UTF-16 of a Mac', swapped(BYTE_ORDER_MARK + table('title\ttags', 'a\t1', 'b\t2').replaceAll('\r\n', '\r'))],
    ['line feeds', 'title,tags,\na,1,\nb,2,\n,,\n']
  ]
  for (const [name, file] of files) {
    t.strictSame(await titlesMade(world, file), { titles: whole, errors: [], error: null }, name)
  }

  const one = await titlesMade(world, table('title', '  ', 'a', '""', '\u00a0'))
  t.strictSame([one.titles, one.errors], [['', 'a'], []], 'a text that is empty in quotes is a text')
  const apostrophes = table(`${BYTE_ORDER_MARK},`, 'title,tags', "'=x,1", "'=y,2")
  t.strictSame((await titlesMade(world, apostrophes)).titles, ['=x,1', '=y,2'])
})

onOneDatabase('Cells beyond the columns are an error where they hold something, and lines are those of the file', async (t, world) => {
  const rule = 'Must have as many cells as there are columns'
  const wrong = async (file: string) =>
    (await titlesMade(world, file)).errors.map(({ line, column, error }) => [line, column, error])
  t.strictSame(await wrong('\n,,\n,title,tags,,\nx,a,1\n,b,2,,\n,,\n,c,3,,x\n,d\n"",e,"4\n5",,,,\n,f,6,,,,,,y\n'),
    [[4, null, rule], [7, null, rule], [8, null, rule], [11, null, rule]])
  t.strictSame(await wrong('title,tags,\r"a\rb","1\n2",\rfew\r"c\r\nd",4,\rtoo,many,x\r'), [[5, null, rule], [8, null, rule]], 'a Mac')
  t.strictSame(await wrong('title\nx,y\n'), [[2, null, rule]])
  for (const [file, error] of [
    ['title,,tags\nx,,y\n', "Unknown column ''"], ['title, flavour \nx,y\n', "Unknown column 'flavour'"],
    ['title, title\nx,y\n', "Column 'title' is there twice"], [',,\n \n', 'The first line must hold the names of the columns'],
    ['\n'.repeat(1001) + 'title\nx\n', 'The first line must hold the names of the columns']
  ] as const) t.equal((await titlesMade(world, file)).error, error)
  t.strictSame((await titlesMade(world, `${'\n'.repeat(1000)}title\nx\n`)).titles, ['x'])
})

onOneDatabase('A file of a Mac is read in whatever pieces it comes, and goes on after a stop', async (t, world) => {
  const rows = Array.from({ length: 40_000 }, (_, index) => `"t${index}\r",${'x'.repeat(index % 9)}`)
  const { import: { id } } = await succeed(world.admin.send('POST', 'imports?dry_run=true', `title,description,,\r${rows.join('\r')}\rfew`, { 'content-type': 'text/csv' }))
  while (await world.app.importJob.run(new AbortController().signal, () => {}) === 'more');
  const { import: made, errors } = await succeed(world.admin.get(`imports/${id}`))
  t.match(made, { status: 'done', rows: 40_001, created: 40_000, failed: 1 })
  t.match(errors, [{ line: 80_002 }])
})

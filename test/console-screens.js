// `npm run console:screens`: starts the service on an empty database, fills it, and takes a picture of every screen of
// the console into docs/console/, or into the folder of its argument. It needs chromium, or its path in CHROMIUM_PATH.
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { root } from '../scripts/sources.js'
import { makeMaterial } from './console-material.js'

const folder = resolve(process.argv[2] ?? join(root, 'docs/console'))
const key = 'key-of-the-administrator'

/** What is said about the film, when, and with which drawing. */
const COMMENTS = /** @type {const} */ ([
  ['The boats come too late here', 2.4, {}],
  ['Can we hold this for another second?', 0.96, { duration: 1.2 }],
  ['This one has to go', 3.6, { drawing: [{ tool: 'arrow', color: '#e69f00', width: 0.008, points: [[0.7, 0.2], [0.5, 0.5]] }] }],
  ['Cut on the horn, not after it', 5.2, {}]
])

const data = mkdtempSync(join(tmpdir(), 'cutroom-screens-'))
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu']
})
const service = spawn(process.execPath, [join(root, 'dist/src/server.js')], {
  cwd: data,
  env: { PATH: process.env.PATH, PORT: '0', ADMIN_API_KEY: key, LOG_LEVEL: 'silent', WEBHOOK_RETRY_DELAYS: '1,600' },
  stdio: ['ignore', 'pipe', 'inherit']
})
/** Sends the pictures to the service, and receives webhooks. */
const other = createServer()

try {
  const base = await started()
  const material = await makeMaterial()
  other.on('request', (request, response) => {
    const file = material.find(({ name }) => name !== null && request.url === `/${name}`)
    if (file !== undefined) response.end(file.bytes)
    else request.resume().on('end', () => response.writeHead(request.url === '/busy' ? 503 : 200).end('Thank you.'))
  })
  await new Promise((resolve) => { other.listen(0, '127.0.0.1', () => resolve(undefined)) })
  const places = await fill(base, `http://127.0.0.1:${/** @type {any} */ (other.address()).port}`, material)
  await take(base, places)
} finally {
  service.kill()
  other.close()
  await browser.close()
  rmSync(data, { recursive: true, force: true })
}

/** Resolves to the URL of the service. */
async function started () {
  let printed = ''
  for await (const chunk of service.stdout) {
    printed += chunk
    const [, url] = /Cutroom serves (\S+)/.exec(printed) ?? []
    if (url !== undefined) return url
  }
  throw new Error('the service did not start')
}

async function fill (base, sender, material) {
  const call = async (path, body, method = 'POST', callerKey = key) => {
    const headers = { 'x-api-key': callerKey, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
    const answer = await fetch(`${base}/api/v2/${path}`, { method, headers, body: body && JSON.stringify(body) })
    return /** @type {Promise<any>} */ (answer.json())
  }
  const { project: film } = await call('projects', { title: 'The Long Harbour', category: 'film' })
  const { project: rushes } = await call('projects', { title: 'Rushes' })
  await call(`projects/${rushes.id}/assign`, { to_project_id: film.id })
  const { project: sound } = await call('projects', { title: 'Sound' })
  await call(`projects/${sound.id}/assign`, { to_project_id: film.id })
  await call('projects', { title: 'Archive 2025' })
  await call('admin/users', { email: 'ann@example.com' })
  await call('admin/users', { email: 'ben@example.com', admin: true })

  const { field_group: shooting } = await call('admin/field_groups', { name: 'Shooting' })
  const flags = { searchable: true, read_only: false }
  const fields = []
  for (const [name, type, options = []] of [['Location', 'textbox'], ['Shot on', 'date'],
    ['Camera', 'dropdown', [{ value: 'fx6', label: 'Sony FX6' }, { value: 'c70', label: 'Canon C70' }]], ['Cleared', 'boolean']]) {
    const made = await call(`admin/field_groups/${shooting.id}/fields`, { name, field_type: type, dropdown_options: options, ...flags })
    fields.push(made.field.id)
  }
  const hook = { http_method: 'POST', trigger_events: ['ASSET_ADDED', 'ASSET_EDITED_METADATA', 'ASSET_FINISHED_INGEST'] }
  await call('admin/webhooks', { ...hook, name: 'Archive', http_url: `${sender}/archive` })
  const { webhook: busy } = await call('admin/webhooks', { ...hook, name: 'Dailies bot', http_url: `${sender}/busy` })

  const assets = []
  for (const [index, { title, name }] of material.entries()) {
    const { asset } = await call('assets', {
      title,
      description: index === 0 ? 'From the north pier, before the boats went out. Second take, with the gulls.' : '',
      category: title.startsWith('Interview') ? 'interview' : 'b-roll',
      tags: ['harbour', index % 2 === 0 ? 'select' : 'raw']
    })
    assets.push({ id: asset.id, name })
    await call(`assets/${asset.id}/assign`, { to_project_id: index % 3 === 0 ? film.id : rushes.id })
    if (name !== null) await call(`assets/${asset.id}/media`, { file_url: `${sender}/${name}`, filename: name })
    await call(`assets/${asset.id}/custom_fields/${shooting.id}`, {
      custom_fields: { [fields[0]]: 'North pier', [fields[1]]: '2026-01-15', [fields[2]]: 'fx6', [fields[3]]: true }
    })
  }
  for (const title of ['Test pattern', 'Slate, unused']) {
    const { asset } = await call('assets', { title })
    await call(`assets/${asset.id}/trash_bin`)
  }
  await fetch(`${base}/api/v2/imports?dry_run=true`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'text/csv' },
    body: 'type,external_id,title\nasset,MAM-1,Take 1\nthing,MAM-2,Take 2\n'
  })
  // Waits until the files are ingested and analysed.
  for (const { id } of assets.filter(({ name }) => name !== null)) {
    for (let looks = 0; looks < 120; looks++) {
      const { media: [file] } = await call(`assets/${id}/media`, undefined, 'GET')
      const isMoving = /pending|running/.test(file.analysis) || /pending|running/.test(file.proxy_status)
      if (file.status === 'ready' && !isMoving) break
      await pause(500)
    }
  }
  const idOf = (wanted) => assets.find(({ name }) => name === wanted)?.id
  const [shown, upright, played] = [idOf('A001C003_260115.jpg'), idOf('DSC_4105.jpg'), idOf('A001C007_260115.mp4')]
  // Comments of people with names.
  await call('user', { name: 'Ada Editor' }, 'PUT')
  for (const [text, time, more] of COMMENTS) await call(`assets/${played ?? shown}/comments`, { text, time, ...more })
  // What others say to her.
  const { api_key: { key: herKey } } = await call('admin/users', { email: 'dora@example.com', name: 'Dora Vance' })
  const says = async (id, body) => call(`assets/${id}/comments`, body, 'POST', herKey)
  const script = idOf('permit.pdf')
  const drawing = [{ tool: 'ellipse', color: '#0072b2', width: 0.006, points: [[0.08, 0.04], [0.42, 0.11]] }]
  await says(script, { text: 'Is this for the whole pier?', page: 1, drawing })
  await says(upright, { text: 'This is the one for the poster' })
  await call(`assets/${shown}/approvals`, { user_ids: [1], text: 'May this go to the festival?' }, 'POST', herKey)
  // Without ffmpeg there is no film.
  const graded = [shown, idOf('A002C001.jpg')]
  return { film: film.id, busy: busy.id, shown, upright, played: played ?? shown, script, graded }
}

async function take (base, { film, busy, shown, upright: portrait, played, script, graded }) {
  mkdirSync(folder, { recursive: true })
  const screens = {
    find: '?view=pictures&type=asset',
    'find-table': '?panel=filters',
    asset: `assets/${shown}`,
    'asset-film': `assets/${played}`,
    'asset-pdf': `assets/${script}`,
    compare: `compare?one=${graded[0]}&other=${graded[1]}`,
    notifications: 'notifications',
    'asset-upright': `assets/${portrait}`,
    projects: 'projects',
    project: `projects/${film}`,
    trash: 'trash',
    imports: 'imports',
    fields: 'fields',
    webhooks: 'webhooks',
    webhook: `webhooks/${busy}`,
    users: 'users',
    keys: 'keys',
    status: 'status'
  }
  const [wide, narrow] = [{ width: 1280, height: 800 }, { width: 390, height: 844 }]
  const widest = { width: 2560, height: 1440 }
  const { find, asset, project, webhook } = screens
  await shoot(base, { 'sign-in': '', ...screens }, '', wide, 'light')
  await shoot(base, { find, asset, project, webhook }, '-dark', wide, 'dark')
  const upright = screens['asset-upright']
  const filmed = screens['asset-film']
  await shoot(base, { find, asset, 'asset-film': filmed, 'asset-upright': upright, project, webhook }, '-narrow', narrow, 'light')
  await shoot(base, { find, asset, 'asset-film': filmed, project }, '-widest', widest, 'light')
}

async function shoot (base, screens, end, viewport, colorScheme) {
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' })
  const page = await context.newPage()
  for (const [name, path] of Object.entries(screens)) {
    if (name !== 'sign-in' && await page.locator('.shell').count() === 0) {
      await page.goto(`${base}/console/`)
      await page.getByRole('button', { name: 'Use an API key' }).click()
      await page.getByLabel('API key').fill(key)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.locator('.shell').waitFor()
    }
    await page.goto(`${base}/console/${path}`)
    await page.waitForLoadState('load')
    await pause(name === 'status' ? 15_000 : 1500)
    if (name === 'projects') await page.getByRole('treeitem', { name: /Long Harbour/ }).press('ArrowRight')
    if (name === 'imports') await page.getByRole('button', { name: 'Show' }).click()
    if (name === 'asset-film') await page.getByRole('region', { name: 'Comments' }).getByRole('button', { name: /^00:/ }).nth(2).click()
    if (name === 'compare') await page.getByRole('button', { name: 'Slider' }).click()
    if (name === 'asset-pdf') await page.getByRole('button', { name: 'Page 1' }).click()
    if (name in { projects: 1, imports: 1, 'asset-film': 1, 'asset-pdf': 1, compare: 1 }) await pause(500)
    // 256 colours: a third of the bytes.
    await sharp(await page.screenshot()).png({ palette: true, quality: 90, effort: 10 }).toFile(join(folder, `${name}${end}.png`))
    process.stdout.write(`docs/console/${name}${end}.png\n`)
  }
  await context.close()
}

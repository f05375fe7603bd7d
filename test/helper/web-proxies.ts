import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reasonOf } from '#proof/harness/packages.js'
import { eventually } from '#proof/harness/waiting.js'
import type { Test } from 'tap'

export type WebProxy = 'nginx' | 'apache2'

/** Where Debian has them is often not in the path of a user. */
const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`
const APACHE_MODULES = '/usr/lib/apache2/modules'

/** Why tests behind this proxy are skipped; false if it is installed. */
export function skipsBehind (proxy: WebProxy): string | false {
  try {
    execFileSync('sh', ['-c', `command -v ${proxy}`], { env: { PATH }, stdio: 'ignore' })
    return false
  } catch {
    return reasonOf([proxy])
  }
}

/** Starts a proxy on a port, whose virtual host has these lines. It ends with the test. */
export async function startWebProxy (t: Test, proxy: WebProxy, port: number, host: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), `cutroom-${proxy}-`))
  writeFileSync(join(folder, 'proxy.conf'), proxy === 'nginx' ? nginxConfig(port, host) : apacheConfig(folder, port, host))
  for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(folder, name))
  const parameters = proxy === 'nginx'
    ? ['-p', folder, '-c', 'proxy.conf', '-e', 'stderr']
    : ['-d', folder, '-f', 'proxy.conf', '-D', 'FOREGROUND']
  const child = spawn(proxy, parameters, { env: { PATH }, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => { said += String(chunk) })
  const ended = once(child, 'exit')
  t.teardown(async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  await eventually(`${proxy} answers`, async () => {
    if (child.exitCode !== null) throw new Error(`${proxy} has ended: ${said}`)
    return fetch(`http://127.0.0.1:${port}`).then(async (answer) => await answer.text() !== null, () => false)
  })
}

function nginxConfig (port: number, host: string): string {
  // One process, so that it ends with a kill, and stays the user who runs the tests.
  return `
daemon off;
master_process off;
pid nginx.pid;
events { }
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  server {
    listen 127.0.0.1:${port};
    ${host}
  }
}
`
}

function apacheConfig (folder: string, port: number, host: string): string {
  const modules = ['mpm_event', 'authz_core', 'filter', 'deflate', 'proxy', 'proxy_http']
  return `
${modules.map((name) => `LoadModule ${name}_module ${APACHE_MODULES}/mod_${name}.so`).join('\n')}
${process.getuid?.() === 0 ? 'User nobody\nGroup nogroup' : ''}
ServerName localhost
PidFile apache.pid
DefaultRuntimeDir ${folder}
Mutex file:${folder} default
ErrorLog error.log
Listen 127.0.0.1:${port}
<VirtualHost *:${port}>
${host}
</VirtualHost>
`
}

import { spawnSync } from 'node:child_process'

export interface Certificate {
  key: string
  cert: string
}

/**
 * A new self-signed certificate for the names and addresses, as in `DNS:a.test,IP:127.0.0.1`; null where the machine
 * has no openssl command.
 */
export function createCertificate (subjects: string): Certificate | null {
  const { status, stdout } = spawnSync('openssl', [
    'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2',
    '-subj', '/CN=receiver', '-addext', `subjectAltName=${subjects}`, '-keyout', '-', '-out', '-'
  ], { encoding: 'utf8' })
  const key = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/.exec(stdout ?? '')
  const cert = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.exec(stdout ?? '')
  return status === 0 && key && cert ? { key: key[0], cert: cert[0] } : null
}

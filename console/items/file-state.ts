import type { MediaFile } from './previews.ts'

/** Whether a file is not there yet, or is still being read, or made into what browsers play. */
export function isOnItsWay ({ status, analysis, proxy_status: proxies }: MediaFile): boolean {
  return status === 'pending' || status === 'ingesting' || (status === 'ready' && (isBegun(analysis) || isBegun(proxies)))
}

function isBegun (step: MediaFile['analysis'] | MediaFile['proxy_status']): boolean {
  return step === 'pending' || step === 'running'
}

/** Whether the service could not read a file, or make of it what browsers play. */
export function isDamaged ({ analysis, proxy_status: proxies }: Pick<MediaFile, 'analysis' | 'proxy_status'>): boolean {
  return analysis === 'failed' || proxies === 'failed'
}

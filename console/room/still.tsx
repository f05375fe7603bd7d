import { Lazy } from '../ui/lazy.tsx'
import type { Stage } from './stage.ts'

/** In pixels. */
export interface Size { readonly width: number, readonly height: number }

export interface StillProps {
  readonly stage: Stage
  readonly src: string
  readonly alt: string
  /** If they are known before the picture has loaded. */
  readonly width: number | undefined
  readonly height: number | undefined
  readonly onError: () => void
  readonly onLoad?: (size: Size) => void
}

const loadPicture = async () => (await import('./picture.tsx')).Picture

/** A picture on the stage. Films and documents do not need its code. */
export function Still (props: StillProps) {
  return <Lazy load={loadPicture} props={props} waiting={<div class='stage skeleton' />} />
}

import { useSignal } from '@preact/signals'
import { OnStage, type StageZoom } from './stage.tsx'
import type { Size, StillProps } from './still.tsx'

/** Previews are not larger: a picture that has more is shown as large as there is room. */
const MOST_OF_PREVIEW = 1280

/** The largest width at which a picture fits: a small one is not enlarged. */
export function widestOf ({ width, height }: Partial<Size>): number | undefined {
  return width !== undefined && Math.max(width, height ?? 0) < MOST_OF_PREVIEW ? width : undefined
}

interface PictureProps extends StillProps {
  readonly zoom?: StageZoom
}

/** A picture on the stage. */
export function Picture ({ stage, src, alt, width, height, onError, onLoad, zoom }: PictureProps) {
  const loaded = useSignal<Size | null>(null)
  const size = loaded.value ?? { width, height }
  return (
    <OnStage stage={stage} {...size} widest={widestOf(size)} zoom={zoom}>
      <img
        src={src} width={width} height={height} alt={alt} onError={onError}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
          const size = { width: naturalWidth, height: naturalHeight }
          if (naturalWidth > 0) loaded.value = size
          onLoad?.(size)
        }}
      />
    </OnStage>
  )
}

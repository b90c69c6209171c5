import type { Media } from '#shared/media/media.entity.ts'

/** A record as its owner sees it. Keys of the blob store stay inside. */
export const viewMedia = (media: Media) => ({
  media_id: media.id,
  kind: media.kind,
  state: media.state,
  content_type: media.files?.full.type ?? null,
  width: media.width ?? null,
  height: media.height ?? null,
  frames: media.frames ?? null,
  duration_ms: media.durationMs ?? null,
  bytes: media.bytes ?? null,
  has_thumbnail: media.files?.thumb !== undefined,
  refusal:
    media.refusal === null || media.refusal === undefined
      ? null
      : { reason: media.refusal.extra?.['reason'] ?? media.refusal.code, error: media.refusal.error },
  created_at: media.createdAt.toISOString(),
})

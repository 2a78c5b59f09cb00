/**
 * Assets: `/assets/{hash}/{name}`, files that pages load. Each is immutable at its address, and another hash is 404, so that a page of an
 * earlier program never gets the files of this one.
 */
import { withValidators } from '../response/conditional.ts';
import { ABSENT } from '../response/problem.ts';
import { contentHeaders, okResponse } from '../response/response.ts';
import type { Handler } from '../service.ts';
import { ASSETS_HASH, isAsset, readAsset } from '../web/assets.ts';

export const IMMUTABLE = ['Cache-Control', 'public, max-age=31536000, immutable'] as const;

/** GET /assets/{hash}/{name} */
export const asset: Handler = (request) => {
  const { hash, asset: name = '' } = request.params;
  if (hash !== ASSETS_HASH || !isAsset(name)) return ABSENT;
  return withValidators(request, { tag: `"${hash}.${name}"`, cache: IMMUTABLE }, () => {
    const { type, ...content } = readAsset(name);
    const headers = contentHeaders(type);
    return 'file' in content ? { ...okResponse(headers), file: content.file } : okResponse(headers, content.body);
  });
};

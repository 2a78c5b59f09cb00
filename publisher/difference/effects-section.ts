/**
 * Effects section: what a submission changes, on the page of its report and on that of the submission itself: the counts, a map of the
 * changed geometries before and after, and the roots by effect.
 * Not here: the words (schemas/effect-words.ts), the geometries in RD (pipelines/prepare/report/effect-geometries.ts).
 */
import { EFFECTS, type ChangedShape, type Effects, type RootEffect } from '../../schemas/effects.ts';
import { effectCounts, effectDetails, effectsLeftOut, EFFECTS_TITLE, EFFECT_WORDS } from '../../schemas/effect-words.ts';
import type { Report, Text } from '../../schemas/finding.ts';
import { html, type Html } from '../../schemas/html.ts';
import { drawMap, frameOf, pathData, pixelOf, type Frame, type Point } from '../../schemas/map.ts';
import { capital, clean, type PageTexts } from '../../schemas/page-texts.ts';
import { hasRings, pathStart } from '../validity/vertices.ts';

/** Roots of each effect on the page. */
const ROOTS_MAX = 250;

/** Style of the geometries before and after; the other colours of the map are in schemas/map.ts. */
export const EFFECTS_STYLE = `.map path.before,.map path.after,.map circle.before{fill:none}
.map .before{stroke:var(--soft);stroke-width:2;stroke-dasharray:5 3}
.map .after{stroke:var(--mark);stroke-width:2}.map circle.after{fill:var(--mark)}
`;

/** Returns the section; undefined without a chapter. `shapes`: the changed geometries in RD. */
export function effectsSection(
  { effects, uuid }: Pick<Report, 'effects' | 'uuid'>, shapes: readonly ChangedShape[], pageTexts: PageTexts,
): Html | undefined {
  if (effects === undefined) return undefined;
  const { both } = pageTexts;
  const title = EFFECTS_TITLE[uuid === undefined ? 'foreseen' : 'done'];
  const leftOut = effectsLeftOut(effects);
  return html`<section aria-labelledby="verandert"><h2 id="verandert">${heading(title, pageTexts)}</h2>
<p>${both(effectCounts(effects))}</p>
${mapOf(shapes, pageTexts)}
${EFFECTS.map((effect) => group(effect, effects, pageTexts))}
${leftOut === undefined ? '' : html`<p class="note">${both(leftOut)}</p>`}</section>`;
}

function group(effect: (typeof EFFECTS)[number], { roots, counts }: Effects, pageTexts: PageTexts): Html | '' {
  const all = roots.filter((root) => root.effect === effect);
  if (all.length === 0) return '';
  const { label } = pageTexts;
  const more = counts[effect] - Math.min(all.length, ROOTS_MAX);
  return html`<h3>${heading(EFFECT_WORDS[effect], pageTexts)} (${counts[effect]}×)</h3>
<ul class="findings">${all.slice(0, ROOTS_MAX).map((root) => item(root, pageTexts))}</ul>
${more > 0 ? html`<p class="note">${label(`${more} meer: zie het CSV- of JSON-rapport.`, `${more} more: see the CSV or JSON report.`)}</p>` : ''}`;
}

function item(root: RootEffect, { both }: PageTexts): Html {
  const details = effectDetails(root);
  return html`<li><p class="where"><span class="object">${clean(root.id)}</span> · ${clean(root.entityType)}</p>
${details.length === 0 ? '' : html`<ul>${details.map((words) => html`<li>${both(words)}</li>`)}</ul>`}</li>`;
}

/** Returns a heading, with a capital in the language of the page. */
function heading({ nl, en }: Text, { label, lang }: PageTexts): Html {
  return label(capital(nl), lang === 'en' ? capital(en) : en);
}

function mapOf(shapes: readonly ChangedShape[], { both, one }: PageTexts): Html | '' {
  if (shapes.length === 0) return '';
  const places = shapes.map(({ numbers }): Point => [numbers[0]!, numbers[1]!]);
  const frame = frameOf(shapes.flatMap((shape) => positionsOf(shape, 0, shape.numbers.length / 2)));
  const title = one('Kaart van gewijzigde geometrieën, voor en na', 'Map of changed geometries, before and after');
  return html`${drawMap({ title, frame, places }, shapes.map((shape) => drawn(shape, frame)))}
<p class="note">${both(MAP_NOTE)}</p>`;
}

const MAP_NOTE = {
  nl: 'Streepjeslijn: de ligging ervoor. Doorgetrokken lijn: de ligging erna. Een punt is een rondje, open voor en dicht erna.',
  en: 'Dashed line: the geometry before. Solid line: the geometry after. A point is a circle, open before and filled after.',
};

function drawn(changed: ChangedShape, frame: Frame): Html {
  const { when, shape: { type, pathEnds } } = changed;
  if (type === 'Point' || type === 'MultiPoint') {
    return html`${positionsOf(changed, 0, pathEnds[0]!).map((position) => {
      const [x, y] = pixelOf(position, frame);
      return html`<circle class="${when}" cx="${x}" cy="${y}" r="4"/>`;
    })}`;
  }
  const paths = Array.from(pathEnds, (end, path) => positionsOf(changed, pathStart(changed, path), end));
  return html`<path class="${when}" d="${pathData(paths, frame, hasRings(type))}"/>`;
}

function positionsOf({ numbers }: ChangedShape, from: number, until: number): readonly Point[] {
  return Array.from({ length: until - from }, (_, at): Point => [numbers[(from + at) * 2]!, numbers[(from + at) * 2 + 1]!]);
}

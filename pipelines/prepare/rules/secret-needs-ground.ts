/** A secret object of an activity needs a ground (Geonovum's catalogue of the model, `grondslagInfo`). */
import { own } from '../../../schemas/json.ts';
import type { ModelObject } from '../../../schemas/objects.ts';
import type { Rule } from './rule.ts';

export const SECRET_NEEDS_GROUND: Rule = {
  id: 'regel.geheim-zonder-grondslag',
  severity: 'warning',
  message: {
    nl: 'informatieGeheim is waar, maar de activiteit noemt geen grondslagInfo.',
    en: 'informatieGeheim is true, but the activity names no grondslagInfo.',
  },
  mend: {
    nl: 'Noem bij de activiteit het besluit waarop de geheimhouding rust.',
    en: 'Name with the activity the decision on which the secrecy rests.',
  },
  check: (objects) => objects
    .filter((object) => own(object.data, 'informatieGeheim') === true && lacksGround(object))
    .map(({ pointer }) => ({ pointer: `${pointer}/informatieGeheim` })),
};

function lacksGround(object: ModelObject): boolean {
  for (let at: ModelObject | undefined = object; at !== undefined; at = at.parent) {
    if (at.kind === 'activity') return own(at.data, 'grondslagInfo') === undefined;
  }
  return false;
}

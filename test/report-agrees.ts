/** Whether a report is as its published schema says, under a validator that knows nothing of ours. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { reportSchema } from '../schemas/derived/report-schema.ts';

const agrees = new Ajv2020({ strict: true, strictTypes: false, validateFormats: false, allErrors: true })
  .compile(reportSchema('https://voorbeeld.nl/v1/schemas'));

/** What is wrong with a report, or nothing. */
export function reportMistakes(report: unknown): readonly string[] {
  agrees(report);
  return (agrees.errors ?? []).map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
}

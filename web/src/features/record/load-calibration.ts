import { loadTexts } from '../../i18n/index.ts';

/** Loads the tab of the calibration with its texts. */
export async function loadCalibration() {
  const [{ CalibrationTab }] = await Promise.all([
    import('./calibration-tab.tsx'),
    loadTexts('calibration'),
  ]);
  return { default: CalibrationTab };
}

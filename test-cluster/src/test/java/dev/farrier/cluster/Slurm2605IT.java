package dev.farrier.cluster;

/** Slurm 26.05. */
class Slurm2605IT extends SlurmSmoke {
    Slurm2605IT() {
        super("forky");
    }

    @Override
    String startTimeInNotes() {
        return "[0-9]+";
    }
}

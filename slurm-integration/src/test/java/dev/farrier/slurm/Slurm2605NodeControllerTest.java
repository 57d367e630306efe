package dev.farrier.slurm;

/** The contract on recordings of Slurm 26.05. */
class Slurm2605NodeControllerTest extends SlurmNodeControllerContract {
    Slurm2605NodeControllerTest() {
        super("26.05", true);
    }
}
